import type { Kysely, Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import type { CreatePlugin, Plugin } from '../../../generated/types.ts'
import { creationOf, deletionOf } from '../../activity/changes.ts'
import { countAll } from '../../database/count-all.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Page, Slice } from '../../values/pagination.ts'
import { fitsCollection } from '../manifest/capabilities.ts'
import { type PluginFields, pluginColumns, recordPlugin, writableFields } from '../manifest/fields.ts'
import { packageUrl } from '../packages/package-address.ts'
import type { PackageRegistry } from '../packages/registry.ts'
import { pluginRefusals } from '../refusals.ts'
import { assertMayWritePlugin, assertPluginsAccess, pluginsAccess } from '../stored/access.ts'
import { replacePluginFiles } from '../stored/files.ts'
import {
  type CollectionOfTenant,
  findPlugin,
  lockPlugin,
  type PluginOfTenant,
  viewPlugin,
  viewPlugins,
  visiblePlugins,
} from '../stored/find.ts'
import type { PluginRow } from '../tables.ts'
import { changePlugin } from './change.ts'
import { fetchPluginPackage, type Package } from './installation.ts'

/** Lists a collection's plugins, oldest first. */
export async function listPlugins(
  db: Kysely<Database>,
  { slice, ...collection }: CollectionOfTenant & { slice: Slice },
): Promise<Page<Plugin>> {
  await assertPluginsAccess(db, { tenant: collection.tenant, needed: pluginsAccess.configure })
  const { count } = await visiblePlugins(db, collection).select(countAll).executeTakeFirstOrThrow()
  const rows = await visiblePlugins(db, collection)
    .selectAll('plugin')
    .orderBy('plugin.id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: await viewPlugins(db, rows) }
}

export async function getPlugin(db: Kysely<Database>, plugin: PluginOfTenant): Promise<Plugin> {
  await assertPluginsAccess(db, { tenant: plugin.tenant, needed: pluginsAccess.configure })
  return await viewPlugin(db, await findPlugin(db, plugin))
}

/** A new plugin to be added. */
export interface NewPlugin extends CollectionOfTenant {
  readonly registry: PackageRegistry
  readonly fields: CreatePlugin
}

/**
 * Adds a plugin. If the caller gives an address, installs the package at that address. Properties given by
 * the caller override those from the package.
 * @throws Refusal also if the plugin's capabilities belong to another collection, where nobody would look for
 * it.
 */
export async function createPlugin(
  db: Kysely<Database>,
  { tenant, collection, registry, fields }: NewPlugin,
): Promise<Plugin> {
  const level = await assertPluginsAccess(db, { tenant, needed: pluginsAccess.install })
  if (fields.is_global === true && level < pluginsAccess.root)
    throw new Refusal(pluginRefusals.pluginsNotGlobal)
  const source = await sourceOf(db, { tenant, collection, registry, fields })
  const { url = null, version, newest = null, files = {} } = source ?? {}
  const whole = {
    ...defaults,
    ...source?.fields,
    ...fields,
    ...(version !== undefined && { tag: version }),
  }
  const { name, is_global = false, plugin_type = url === null ? 'source' : 'custom', ...rest } = whole
  if (name === undefined) throw new Refusal(pluginRefusals.pluginNameMissing, 'name')
  if (!fitsCollection(collection, rest.capabilities ?? null))
    throw new Refusal(pluginRefusals.pluginElsewhere, 'capabilities')
  return await inTransaction(db, async (transaction) => {
    const row = await insert(transaction, {
      ...pluginColumns(rest),
      organization_id: tenant.organizationId,
      collection,
      plugin_type,
      name,
      url,
      latest_tag: newest,
      is_global,
    })
    await replacePluginFiles(transaction, row, files)
    const plugin = await viewPlugin(transaction, row)
    const changes = creationOf('Plugin', { ...pick(plugin), url })
    await recordPlugin(transaction, row, { user: tenant.caller, activity: 'created', changes })
    return plugin
  })
}

/** Changes a plugin that the organization owns. */
export async function updatePlugin(
  db: Kysely<Database>,
  { fields, ...plugin }: PluginOfTenant & { fields: PluginFields },
): Promise<Plugin> {
  const { tenant } = plugin
  const level = await assertPluginsAccess(db, { tenant, needed: pluginsAccess.install })
  return await inTransaction(db, async (transaction) => {
    const before = await lockPlugin(transaction, plugin)
    assertMayWritePlugin(before, { tenant, level, isGlobal: fields.is_global })
    return await viewPlugin(transaction, await changePlugin(transaction, { before, fields, tenant }))
  })
}

/**
 * Deletes a plugin that the organization owns, with its configurations. Rejects a plugin that is shared with
 * all organizations.
 */
export async function deletePlugin(db: Kysely<Database>, plugin: PluginOfTenant): Promise<void> {
  const { tenant } = plugin
  const level = await assertPluginsAccess(db, { tenant, needed: pluginsAccess.install })
  await inTransaction(db, async (transaction) => {
    const row = await lockPlugin(transaction, plugin)
    assertMayWritePlugin(row, { tenant, level })
    if (row.is_global) throw new Refusal(pluginRefusals.pluginGlobal)
    const changes = deletionOf('Plugin', pick(await viewPlugin(transaction, row)))
    await transaction
      .deleteFrom('plugins')
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .execute()
    await recordPlugin(transaction, row, { user: tenant.caller, activity: 'deleted', changes })
  })
}

const defaults = { config_schema: {}, capabilities: {}, metrics: {}, public_jobs: {} }

async function sourceOf(
  db: Kysely<Database>,
  { tenant, registry, fields }: NewPlugin,
): Promise<(Package & { readonly url: string }) | undefined> {
  const { url: text, plugin_type: type, tag } = fields
  if (text == null) return undefined
  if (type !== undefined && type !== 'custom' && type !== 'repository')
    throw new Refusal(pluginRefusals.pluginNotInstalled, 'url')
  const address = registry.read(text)
  if (address === undefined) throw new Refusal(pluginRefusals.pluginAddress, 'url')
  const url = packageUrl(address)
  await assertNotInstalled(db, { url, organizationId: tenant.organizationId })
  const version = tag ?? address.version
  const wanted = version === undefined ? address : { ...address, version }
  return { ...(await fetchPluginPackage(registry, wanted, tenant)), url }
}

/**
 * Rejects a package that is already installed, before it is downloaded. If two requests arrive at the same
 * time, the unique index decides.
 */
async function assertNotInstalled(
  db: Kysely<Database>,
  { url, organizationId }: { url: string; organizationId: string },
): Promise<void> {
  const found = await db
    .selectFrom('plugins')
    .where('url', '=', url)
    .where(({ or, eb }) => or([eb('organization_id', '=', organizationId), eb('is_global', '=', true)]))
    .select('id')
    .executeTakeFirst()
  if (found !== undefined) throw new Refusal(pluginRefusals.pluginInstalled, 'url')
}

const uniqueViolation = '23505'

async function insert(
  transaction: Transaction<Database>,
  values: Parameters<ReturnType<typeof insertInto>['values']>[0],
): Promise<PluginRow> {
  try {
    return await insertInto(transaction).values(values).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    const isTaken = error instanceof DatabaseError && error.code === uniqueViolation
    throw isTaken ? new Refusal(pluginRefusals.pluginInstalled, 'url') : error
  }
}

function insertInto(transaction: Transaction<Database>) {
  return transaction.insertInto('plugins')
}

function pick(plugin: Plugin) {
  return Object.fromEntries(writableFields.map((field) => [field, plugin[field]]))
}
