import type { Kysely } from 'kysely'
import type { RepositoryPlugin } from '../../../generated/types.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import type { Tenant } from '../../tenancy/tenancy.ts'
import type { PluginParts } from '../parts.ts'
import { assertPluginsAccess, pluginsAccess } from '../stored/access.ts'

const queue = 'plugin-repository'

/**
 * Lists the plugins in the registry's last response, so that no request waits for the registry. If the list
 * is empty, starts a new query, which fills it a moment later.
 */
export async function listPluginRepository(
  { db, jobs }: Pick<PluginParts, 'db' | 'jobs'>,
  tenant: Tenant,
): Promise<RepositoryPlugin[]> {
  await assertPluginsAccess(db, { tenant, needed: pluginsAccess.configure })
  const plugins = await db.selectFrom('repository_plugins').selectAll().orderBy('name').execute()
  if (plugins.length === 0) await jobs.send(queue, {}, { singletonKey: queue })
  return plugins
}

/** Queries the registry for plugins every hour. */
export function pluginRepositoryJob({ db, registry }: Pick<PluginParts, 'db' | 'registry'>): JobDefinition {
  return {
    queue,
    cron: { expression: '40 * * * *' },
    retryLimit: 1, // the next run is within the hour
    async run() {
      await replaceRepository(db, await registry.search())
    },
  }
}

async function replaceRepository(db: Kysely<Database>, offered: readonly RepositoryPlugin[]): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('repository_plugins').execute()
    const rows = [...new Map(offered.map((plugin) => [plugin.url, plugin])).values()]
    if (rows.length > 0) await transaction.insertInto('repository_plugins').values(rows).execute()
  })
}
