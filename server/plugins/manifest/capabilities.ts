import type { Plugin } from '../../../generated/types.ts'
import { exportsOf } from './exports.ts'

/** The three collections of plugins. @see interface document, section 4.6 */
export type Collection = 'destination' | 'frontend_app' | 'import_app'

export type Capabilities = NonNullable<Plugin['capabilities']>

/** Exports that make a plugin handle events as they arrive. */
const eventMethods = ['onEvent', 'composeWebhook']

/** Exports that the runtime of plugins calls, beside those that run on a schedule. */
const knownMethods = [...eventMethods, 'processEvent', 'setupPlugin', 'teardownPlugin', 'getSettings']

const knownTasks = ['runEveryMinute', 'runEveryHour', 'runEveryDay']

/** Names, in the order in which a package would have its plugin's main file. */
export const mainFiles = ['index.ts', 'index.js']

/** Reads the capabilities of a plugin from its code, without running it. */
export function capabilitiesOf(source: string): Capabilities {
  const { names, jobs } = exportsOf(source)
  return {
    methods: knownMethods.filter((name) => names.has(name)),
    jobs: [...jobs],
    scheduled_tasks: knownTasks.filter((name) => names.has(name)),
  }
}

/**
 * True if a plugin with these capabilities can be in a collection. Empty capabilities fit everywhere, as
 * those of a plugin whose code is still to be written; those of a plugin that only transforms events fit
 * nowhere.
 */
export function fits(collection: Collection, capabilities: Capabilities | null): boolean {
  const { methods = [], scheduled_tasks: tasks = [] } = capabilities ?? {}
  if (methods.length === 0 && tasks.length === 0) return true
  const handlesEvents = eventMethods.some((name) => methods.includes(name))
  if (collection === 'destination') return handlesEvents
  if (collection === 'frontend_app') return false
  return tasks.length > 0 || !(handlesEvents || methods.includes('processEvent'))
}
