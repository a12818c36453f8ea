import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { PluginsAccessLevel } from '../../organizations/tables.ts'
import { generalRefusals } from '../../refusals/general-refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Tenant } from '../../tenancy/tenancy.ts'
import { pluginRefusals } from '../refusals.ts'
import type { PluginRow } from '../tables.ts'

/**
 * An organization's minimum plugins_access_level for each right.
 * @see spec/decisions/organizations.yaml, "Values of plugins_access_level"
 */
export const pluginsAccess = { configure: 3, install: 6, root: 9 } as const

/** Rejects the request if the organization's level is too low. */
export async function assertPluginsAccess(
  db: Kysely<Database>,
  { tenant, needed }: { tenant: Tenant; needed: PluginsAccessLevel },
): Promise<PluginsAccessLevel> {
  const { plugins_access_level: level } = await db
    .selectFrom('organizations')
    .where('id', '=', tenant.organizationId)
    .select('plugins_access_level')
    .executeTakeFirstOrThrow(() => new Refusal(generalRefusals.organizationNotFound))
  if (level < needed) throw new Refusal(pluginRefusals.pluginsLevelTooLow)
  return level
}

/**
 * Rejects the request if another organization owns the plugin, or if the change starts or stops sharing the
 * plugin with all organizations and the organization's level is too low for that.
 */
export function assertMayWritePlugin(
  { organization_id, is_global }: Pick<PluginRow, 'organization_id' | 'is_global'>,
  { tenant, level, isGlobal = is_global }: { tenant: Tenant; level: number; isGlobal?: boolean | undefined },
): void {
  if (organization_id !== tenant.organizationId) throw new Refusal(pluginRefusals.pluginOfOthers)
  if (isGlobal !== is_global && level < pluginsAccess.root) throw new Refusal(pluginRefusals.pluginsNotGlobal)
}
