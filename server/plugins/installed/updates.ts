import { type Kysely, sql } from 'kysely'
import type { Plugin } from '../../../generated/types.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import type { PackageAddress } from '../packages/address.ts'
import { type PackageRegistry, PackageUnknown } from '../packages/registry.ts'
import type { PluginParts } from '../parts.ts'
import { assertMayWritePlugin, assertPluginsAccess, pluginsAccess } from '../stored/access.ts'
import { replacePluginFiles } from '../stored/files.ts'
import { findPlugin, lockPlugin, type PluginOfTenant, viewPlugin } from '../stored/find.ts'
import type { PluginRow } from '../tables.ts'
import { changePlugin } from './change.ts'
import { fetchPluginPackage, findNewestPackage } from './installation.ts'

/** A plugin, and the registry that might have newer versions of it. */
export interface PluginInRegistry extends PluginOfTenant {
  readonly registry: PackageRegistry
}

/**
 * Looks up the newest version of a plugin's package and stores its number. A plugin without a package, or
 * whose package was deleted, is unchanged.
 */
export async function checkForPluginUpdates(
  db: Kysely<Database>,
  { registry, ...plugin }: PluginInRegistry,
): Promise<Plugin> {
  await assertPluginsAccess(db, { tenant: plugin.tenant, needed: pluginsAccess.configure })
  const row = await findPlugin(db, plugin)
  const address = addressOf(row, registry)
  if (address === undefined) return await viewPlugin(db, row)
  const version = await findNewestPackage(registry, address)
  if (version === undefined) return await viewPlugin(db, row)
  await rememberNewest(db, { url: row.url, version })
  return await viewPlugin(db, await findPlugin(db, plugin))
}

/**
 * Installs the newest version of a plugin's package. The name, which people chose, is kept; everything else
 * comes from the package. A plugin without a package is unchanged.
 * @throws Refusal also if the newest version belongs to another collection.
 */
export async function upgradePlugin(
  db: Kysely<Database>,
  { registry, ...plugin }: PluginInRegistry,
): Promise<Plugin> {
  const { tenant } = plugin
  const level = await assertPluginsAccess(db, { tenant, needed: pluginsAccess.install })
  const row = await findPlugin(db, plugin)
  assertMayWritePlugin(row, { tenant, level })
  const address = addressOf(row, registry)
  if (address === undefined) return await viewPlugin(db, row)
  const newest = await fetchPluginPackage(registry, { source: address.source, name: address.name }, tenant)
  return await inTransaction(db, async (transaction) => {
    const before = await lockPlugin(transaction, plugin)
    const { name: _, ...said } = newest.fields
    const fields = { ...said, tag: newest.version }
    const after = await changePlugin(transaction, {
      before,
      fields,
      tenant,
      activity: 'upgraded',
      latestTag: newest.newest,
    })
    await replacePluginFiles(transaction, after, newest.files)
    return await viewPlugin(transaction, after)
  })
}

/** Looks up the newest version of every installed package once a day. */
export function pluginUpdatesJob({ db, registry }: Pick<PluginParts, 'db' | 'registry'>): JobDefinition {
  return {
    queue: 'plugin-updates',
    cron: { expression: '20 4 * * *' },
    async run(_, { signal }) {
      const rows = await db
        .selectFrom('plugins')
        .where('url', 'is not', null)
        .select('url')
        .distinct()
        .execute()
      for (const { url } of rows) {
        signal.throwIfAborted()
        const address = registry.read(url ?? '')
        const { source, name } = address ?? {}
        if (source === undefined || name === undefined) continue
        const newest = await registry.find({ source, name }).catch(unlessUnknown)
        if (newest) await rememberNewest(db, { url, version: newest.newest })
      }
    },
  }
}

/** Ignores the error for a package that was deleted from the registry, because it has no newer version. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof PackageUnknown)) throw error
}

async function rememberNewest(
  db: Kysely<Database>,
  { url, version }: { url: string | null; version: string },
): Promise<void> {
  await db
    .updateTable('plugins')
    .set({ latest_tag: version, updated_at: sql`now()` })
    .where('url', '=', url)
    .where('latest_tag', 'is distinct from', version)
    .execute()
}

/** The package from which a plugin was installed, unless the plugin's code is edited in this service. */
function addressOf(
  { url, plugin_type: type }: PluginRow,
  registry: PackageRegistry,
): PackageAddress | undefined {
  return url !== null && (type === 'custom' || type === 'repository') ? registry.read(url) : undefined
}
