import type { Plugin } from '../../../generated/types.ts'
import { pluginExports } from './exports.ts'

/** The three plugin collections. @see interface document, section 4.6 */
export type PluginCollection = 'destination' | 'frontend_app' | 'import_app'

export type Capabilities = NonNullable<Plugin['capabilities']>

/** Exports that handle events as they arrive. */
const eventMethods = ['onEvent', 'composeWebhook']

/** Exports that the plugin runtime calls, other than scheduled ones. */
const knownMethods = [...eventMethods, 'processEvent', 'setupPlugin', 'teardownPlugin', 'getSettings']

const knownTasks = ['runEveryMinute', 'runEveryHour', 'runEveryDay']

/** Possible names for a plugin's main file, in order of preference. */
export const mainFiles = ['index.ts', 'index.js']

/** Determines a plugin's capabilities from its code, without running it. */
export function pluginCapabilities(source: string): Capabilities {
  const { names, jobs } = pluginExports(source)
  return {
    methods: knownMethods.filter((name) => names.has(name)),
    jobs: [...jobs],
    scheduled_tasks: knownTasks.filter((name) => names.has(name)),
  }
}

/**
 * True if a plugin with these capabilities can be in a collection. Empty capabilities fit everywhere, because
 * the code might not be written yet. A plugin that only transforms events fits nowhere.
 */
export function fitsCollection(collection: PluginCollection, capabilities: Capabilities | null): boolean {
  const { methods = [], scheduled_tasks: tasks = [] } = capabilities ?? {}
  if (methods.length === 0 && tasks.length === 0) return true
  const handlesEvents = eventMethods.some((name) => methods.includes(name))
  if (collection === 'destination') return handlesEvents
  if (collection === 'frontend_app') return false
  return tasks.length > 0 || !(handlesEvents || methods.includes('processEvent'))
}
