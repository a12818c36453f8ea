import { type Kysely, sql, type Transaction } from 'kysely'
import type { Plugin } from '../../../generated/types.ts'
import type { Database } from '../../database/schema.ts'
import { generalRefusals } from '../../refusals/general-refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Tenant } from '../../tenancy/tenancy.ts'
import type { PluginCollection } from '../manifest/capabilities.ts'
import type { PluginRow } from '../tables.ts'

/** A collection as one organization sees it. */
export interface CollectionOfTenant {
  readonly tenant: Tenant
  readonly collection: PluginCollection
}

/** Identifies one plugin in a collection. */
export interface PluginOfTenant extends CollectionOfTenant {
  readonly id: number
}

/**
 * The plugins in a collection that an organization sees: its own plugins, those shared with all
 * organizations, and those that it has configured.
 */
export function visiblePlugins(
  db: Kysely<Database>,
  { tenant: { organizationId }, collection }: CollectionOfTenant,
) {
  // Uses an array, because PostgreSQL combines the indexes for the three conditions only if none of them is a
  // subquery.
  const configured = sql<number[]>`array(
    select plugin_id from plugin_configs where organization_id = ${organizationId} and not deleted)`
  return db
    .selectFrom('plugins as plugin')
    .where('plugin.collection', '=', collection)
    .where(({ or, eb }) =>
      or([
        eb('plugin.organization_id', '=', organizationId),
        eb('plugin.is_global', '=', true),
        sql<boolean>`plugin.id = any(${configured})`,
      ]),
    )
}

/** The limit of PostgreSQL's `integer` type in both directions. A query with a larger number fails. */
const largestId = 2 ** 31 - 1

/** @throws Refusal if the organization sees no such plugin. */
export async function findPlugin(db: Kysely<Database>, plugin: PluginOfTenant): Promise<PluginRow> {
  return await find(visiblePlugins(db, plugin).selectAll('plugin'), plugin.id)
}

/**
 * Finds and locks a plugin, so that other changes wait. @throws Refusal if the organization sees no such
 * plugin.
 */
export async function lockPlugin(
  transaction: Transaction<Database>,
  plugin: PluginOfTenant,
): Promise<PluginRow> {
  return await find(visiblePlugins(transaction, plugin).selectAll('plugin').forUpdate(), plugin.id)
}

async function find(query: ReturnType<typeof selectRow>, id: number): Promise<PluginRow> {
  const row =
    Math.abs(id) <= largestId ? await query.where('plugin.id', '=', id).executeTakeFirst() : undefined
  if (row === undefined) throw new Refusal(generalRefusals.notFound)
  return row
}

function selectRow(db: Kysely<Database>, collection: CollectionOfTenant) {
  return visiblePlugins(db, collection).selectAll('plugin')
}

/** Plugins as the document describes them. @see interface document, section 2.8 */
export async function viewPlugins(db: Kysely<Database>, rows: readonly PluginRow[]): Promise<Plugin[]> {
  const owners = [...new Set(rows.map(({ organization_id }) => organization_id))]
  if (owners.length === 0) return []
  const organizations = await db
    .selectFrom('organizations')
    .where('id', 'in', owners)
    .select(['id', 'name'])
    .execute()
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  return rows.map(({ collection: _, created_at: __, updated_at: ___, ...plugin }) => ({
    ...plugin,
    organization_name: names.get(plugin.organization_id) ?? '',
  }))
}

/** One plugin as the document describes it. */
export async function viewPlugin(db: Kysely<Database>, row: PluginRow): Promise<Plugin> {
  const [plugin] = await viewPlugins(db, [row])
  if (plugin === undefined) throw new Error('The plugin that was just found no longer exists.')
  return plugin
}
