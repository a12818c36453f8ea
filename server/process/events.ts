import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { type Clickhouse, connectClickhouse } from '../events/clickhouse/client.ts'
import { changeHome, readHome } from '../events/home.ts'
import { putPeopleIntoOutbox } from '../events/outbox/people.ts'
import { hasEvents } from '../events/postgres/has-events.ts'
import type { Log } from '../observability/log.ts'
import { ConfigurationError } from '../settings/configuration.ts'
import type { Settings } from '../settings/settings.ts'

/** The ClickHouse that the settings name, if they do. Nothing is asked of it yet. */
export function clickhouseOf({
  clickhouseUrls: urls,
  clickhouseUser: user,
  clickhousePassword: password = '',
  clickhouseDatabase: database,
  clickhouseCluster: cluster,
}: Pick<
  Settings,
  'clickhouseUrls' | 'clickhouseUser' | 'clickhousePassword' | 'clickhouseDatabase' | 'clickhouseCluster'
>): Clickhouse | undefined {
  return urls && connectClickhouse({ urls, user, password, database, cluster })
}

/**
 * Lets events live in ClickHouse from the first one on, where there is one and no event yet.
 * @throws ConfigurationError when they live there, and the settings do not say where that is.
 */
export async function settleEvents(
  db: Kysely<Database>,
  { clickhouse, log }: { readonly clickhouse: Clickhouse | undefined; readonly log: Log },
): Promise<void> {
  const home = await readHome(db)
  if (clickhouse === undefined) {
    if (home === 'postgres') return
    throw new ConfigurationError([
      'CLICKHOUSE_URL is not set, and events live in ClickHouse. Fix: set it, or bring them back by "npm run admin -- events move --back".',
    ])
  }
  if (home !== 'postgres') return
  const isSettled =
    !(await hasEvents(db)) &&
    (await changeHome(db, { from: 'postgres', to: 'clickhouse' }, async (transaction) => {
      if (await hasEvents(transaction)) return false
      await putPeopleIntoOutbox(transaction)
      return true
    }))
  if (!isSettled && (await readHome(db)) === 'postgres')
    log.warn('events live in PostgreSQL', { fix: 'npm run admin -- events move' })
}
