import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isLockTimeout, pauseBetweenLocks } from '../../database/locks.ts'
import type { Database } from '../../database/schema.ts'
import type { Clickhouse } from '../clickhouse/client.ts'
import { ensureClickhouseTables, truncateClickhouseTables } from '../clickhouse/tables.ts'
import { shipperTurn } from '../outbox/shipper.ts'
import type { EventHome, HomeProgress } from '../tables.ts'

interface Parts {
  readonly db: Kysely<Database>
  readonly clickhouse: Clickhouse
}

/** For each store that can still contain a copy, the store that is the home of events in the meantime. */
const homeBeside = { postgres: 'clickhouse', clickhouse: 'postgres' } as const satisfies Record<
  NonNullable<HomeProgress['left']>,
  EventHome
>

/**
 * Drops the copy of events that a move has left behind, once nobody can read it anymore. It can be repeated.
 * @param tell receives the number of transactions that might still be reading the copy.
 */
export async function dropEventsLeft(
  { db, clickhouse }: Parts,
  left: NonNullable<HomeProgress['left']>,
  tell: (readers: number) => void,
): Promise<void> {
  await untilUnread(db, tell)
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        const { home, progress } = await transaction
          .selectFrom('event_home')
          .forUpdate()
          .select(['home', 'progress'])
          .executeTakeFirstOrThrow()
        if (progress.left !== left || home !== homeBeside[left]) return
        if (left === 'clickhouse') await emptyClickhouse(transaction, clickhouse)
        await sql`set local lock_timeout = '1s'`.execute(transaction)
        if (left === 'postgres') await sql`truncate events`.execute(transaction)
        else
          await sql`truncate event_outbox, event_blocks, event_receipts, distinct_ids_gone, clickhouse_tables`.execute(
            transaction,
          )
        await transaction.updateTable('event_home').set({ progress: '{}' }).execute()
      })
      return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await pauseBetweenLocks()
    }
  }
}

/**
 * Empties the tables. No process is allowed to ship in the meantime, because changes still to be sent would
 * arrive afterwards.
 */
async function emptyClickhouse(transaction: Transaction<Database>, clickhouse: Clickhouse): Promise<void> {
  await sql`select pg_advisory_xact_lock(${shipperTurn})`.execute(transaction)
  await ensureClickhouseTables(clickhouse)
  await truncateClickhouseTables(clickhouse)
}

/**
 * Waits for all transactions that might still be reading the former store: those that hold a lock on the
 * `event_home` table.
 */
async function untilUnread(db: Kysely<Database>, tell: (readers: number) => void): Promise<void> {
  let readers = await readersOf(db)
  while (readers.size > 0) {
    tell(readers.size)
    await sleep(100)
    const now = await readersOf(db)
    readers = new Set([...readers].filter((name) => now.has(name)))
  }
}

async function readersOf(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct virtualtransaction as name from pg_locks
    where locktype = 'relation' and relation = 'event_home'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
