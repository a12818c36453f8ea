import { sql, type Transaction } from 'kysely'
import { changesBetween } from '../../activity/changes.ts'
import type { Database } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Tenant } from '../../tenancy/tenancy.ts'
import { fitsCollection } from '../manifest/capabilities.ts'
import { type PluginFields, pluginColumns, recordPlugin, writableFields } from '../manifest/fields.ts'
import { pluginRefusals } from '../refusals.ts'
import { forgetUncoveredConfig } from '../stored/config-secrets.ts'
import type { PluginRow } from '../tables.ts'

/** Changes fields of a locked plugin, and logs the changes. */
export async function changePlugin(
  transaction: Transaction<Database>,
  { before, fields, tenant, activity = 'updated', latestTag }: PluginChange,
): Promise<PluginRow> {
  if (!fitsCollection(before.collection, fields.capabilities ?? null))
    throw new Refusal(pluginRefusals.pluginElsewhere, 'capabilities')
  const after = await transaction
    .updateTable('plugins')
    .set({ ...pluginColumns(fields), latest_tag: latestTag, updated_at: sql`now()` })
    .where('organization_id', '=', before.organization_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await forgetUncoveredConfig(transaction, { before, after })
  const changes = changesBetween<PluginRow>('Plugin', { before, after, fields: writableFields })
  if (changes.length > 0) await recordPlugin(transaction, after, { user: tenant.caller, activity, changes })
  return after
}

interface PluginChange {
  readonly tenant: Tenant
  readonly before: PluginRow
  readonly fields: PluginFields
  readonly activity?: string
  readonly latestTag?: string
}
