import type { Kysely } from 'kysely'
import type { Plugin, UpdatePlugin } from '../../../generated/types.ts'
import { recordActivity } from '../../activity/activity.ts'
import type { ActivityChange } from '../../activity/tables.ts'
import type { Database } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { KeyUser } from '../../tenancy/tenancy.ts'
import { type JsonObject, storableValue } from '../../values/json.ts'
import { pluginRefusals } from '../refusals.ts'

/**
 * Maximum total length of a plugin's properties as JSON, in characters. It is limited because a page contains
 * many plugins.
 */
const mostCharacters = 200_000

/** Properties of a plugin that a caller can set. */
export type PluginFields = UpdatePlugin

/** The names of the properties that a caller can set. */
export const writableFields = [
  'plugin_type',
  'name',
  'description',
  'icon',
  'config_schema',
  'tag',
  'is_global',
  'capabilities',
  'metrics',
  'public_jobs',
] as const satisfies readonly (keyof Plugin)[]

/**
 * The columns for the properties that a caller can set. Only these are stored, whatever else a body contains.
 * @throws Refusal if they are too large.
 */
export function pluginColumns({
  plugin_type,
  name,
  description,
  icon,
  config_schema,
  tag,
  is_global,
  capabilities,
  metrics,
  public_jobs,
}: PluginFields) {
  const texts = [name, description, icon, tag, config_schema, capabilities, metrics, public_jobs]
  if (JSON.stringify(texts).length > mostCharacters) throw new Refusal(pluginRefusals.pluginTooLarge)
  return {
    plugin_type,
    name,
    description,
    icon,
    config_schema: json(config_schema),
    tag,
    is_global,
    capabilities: json(capabilities),
    metrics: json(metrics),
    public_jobs: json(public_jobs),
  }
}

/** A value as text for a JSON column; `undefined` and null are returned unchanged. */
function json(value: object | null | undefined): string | null | undefined {
  // The document's types describe the properties, but do not say that the value is JSON.
  return value == null ? value : JSON.stringify(storableValue(value as JsonObject))
}

/** Logs an action on a plugin in the activity log. */
export async function recordPlugin(
  db: Kysely<Database>,
  plugin: { readonly organization_id: string; readonly id: number; readonly name: string },
  { user, activity, changes }: { user: KeyUser; activity: string; changes: readonly ActivityChange[] },
): Promise<void> {
  await recordActivity(db, {
    organizationId: plugin.organization_id,
    user,
    scope: 'Plugin',
    itemId: String(plugin.id),
    activity,
    detail: { name: plugin.name, changes },
  })
}
