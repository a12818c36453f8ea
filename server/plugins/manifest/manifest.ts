import { isObject } from '@concordat/runtime/json'
import { createValidator } from '@concordat/runtime/schema'
import { document } from '../../../generated/operations.ts'
import type { Plugin } from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { pluginRefusals } from '../refusals.ts'

/** The file that describes a plugin. */
export const manifestName = 'plugin.json'

/** The content of a plugin's `plugin.json`. */
export interface PluginManifest {
  readonly name?: string
  readonly description?: string
  readonly icon?: string
  /** Path of the main file, written as in `package.json`. */
  readonly main?: string
  readonly config_schema: NonNullable<Plugin['config_schema']>
  readonly metrics: NonNullable<Plugin['metrics']>
  readonly public_jobs: NonNullable<Plugin['public_jobs']>
}

const isValid = createValidator(document.definitions)({ $ref: '#/$defs/UpdatePlugin' })

/**
 * Parses a `plugin.json`. Its `config` can be an object, or a list of entries that each have a `key`.
 * @throws Refusal if it is not a JSON object, or if the document does not allow a property's value.
 */
export function readPluginManifest(text: string): PluginManifest {
  const source = parse(text)
  const manifest = {
    ...pick(source, ['name', 'description', 'icon', 'main']),
    config_schema: configSchema(source['config'] ?? {}),
    metrics: source['metrics'] ?? {},
    public_jobs: source['publicJobs'] ?? {},
  }
  const main = source['main'] ?? ''
  if (typeof main !== 'string' || isValid(manifest).length > 0)
    throw new Refusal(pluginRefusals.pluginManifest)
  return manifest as unknown as PluginManifest // validated against the schema above
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal(pluginRefusals.pluginManifest)
}

function configSchema(config: unknown): unknown {
  if (!Array.isArray(config)) return config
  // Entries without a key are explanatory text between the settings.
  const entries = config.flatMap((entry: unknown, order) => {
    if (!isObject(entry) || typeof entry['key'] !== 'string') return []
    const { key, ...rest } = entry
    return [[key, { order, ...rest }] as const]
  })
  return Object.fromEntries(entries)
}

function pick(source: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (source[name] == null ? [] : [[name, source[name]] as const])),
  )
}
