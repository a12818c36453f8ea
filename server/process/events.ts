import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ClickhouseSource } from '../events/clickhouse/client.ts'
import { changeEventHome, readEventHome } from '../events/home.ts'
import { putPeopleIntoOutbox } from '../events/outbox/people.ts'
import { hasEvents } from '../events/postgres/has-events.ts'
import type { Log } from '../observability/log.ts'
import { ConfigurationError } from '../settings/configuration.ts'

/**
 * Makes ClickHouse the home of events if the settings specify a server for it and no events exist yet.
 * @throws ConfigurationError if events are in ClickHouse, or being moved there, but the settings specify no
 * server.
 */
export async function settleEventHomeAtStart(
  db: Kysely<Database>,
  { source, log }: { readonly source: ClickhouseSource | undefined; readonly log: Log },
): Promise<void> {
  const { home, progress } = await db
    .selectFrom('event_home')
    .select(['home', 'progress'])
    .executeTakeFirstOrThrow()
  if (source === undefined) {
    if (home === 'postgres') return
    throw new ConfigurationError([
      'CLICKHOUSE_URL is not set, but events are stored in ClickHouse or being moved there. Fix: set it to the URL of that server.',
    ])
  }
  if (home !== 'postgres') return
  const isSettled =
    progress.left === undefined &&
    !(await hasEvents(db)) &&
    (await changeEventHome(db, { from: 'postgres', to: 'clickhouse' }, async (transaction) => {
      if (await hasEvents(transaction)) return false
      await putPeopleIntoOutbox(transaction)
      return true
    }))
  if (isSettled || (await readEventHome(db)) !== 'postgres') return
  log.warn('events are stored in PostgreSQL and stay there until they are moved', {
    how: 'npm run admin -- events move',
  })
}
