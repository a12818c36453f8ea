import type { Kysely } from 'kysely'
import type { Plugin, UpdatePlugin } from '../../../generated/types.ts'
import { recordActivity } from '../../activity/activity.ts'
import type { Change } from '../../activity/tables.ts'
import type { Database } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { KeyUser } from '../../tenancy/tenancy.ts'
import { type JsonObject, storable } from '../../values/json.ts'
import { pluginRefusals } from '../refusals.ts'

/** Characters of a plugin's members together, as JSON. A page of plugins holds many of them. */
const mostCharacters = 200_000

/** Members of a plugin that a caller may write. */
export type PluginFields = UpdatePlugin

/** The members that a caller may write. */
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
 * The columns of the writable members; only these reach the database, whatever else a body holds.
 * @throws Refusal when they are too large.
 */
export function columnsOf({
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

/** Text for a JSON column; an absent value stays absent, and null is no JSON. */
function json(value: object | null | undefined): string | null | undefined {
  // The document's types say what the members of the JSON are, not that they are JSON.
  return value == null ? value : JSON.stringify(storable(value as JsonObject))
}

/** Notes an action on a plugin. */
export async function recordPlugin(
  db: Kysely<Database>,
  plugin: { readonly organization_id: string; readonly id: number; readonly name: string },
  { user, activity, changes }: { user: KeyUser; activity: string; changes: readonly Change[] },
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
