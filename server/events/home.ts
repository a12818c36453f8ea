import { type Kysely, sql, type Transaction } from 'kysely'
import { isLockTimeout, pauseBetweenLocks } from '../database/locks.ts'
import type { Database } from '../database/schema.ts'
import type { EventHome, HomeProgress } from './tables.ts'

/**
 * Home of events. A transaction that has asked keeps the store that it was told to read: the copy that a move
 * has left is dropped when all transactions are over that may read it. Storing events needs more, which
 * `storeFresh` has.
 */
export async function readHome(db: Kysely<Database>): Promise<EventHome> {
  return (await db.selectFrom('event_home').select('home').executeTakeFirstOrThrow()).home
}

/**
 * Keeps all copies of events until a transaction ends. In a transaction with one snapshot it must come before
 * the first statement: the home that it reads may be outdated otherwise.
 */
export async function keepCopies(transaction: Transaction<Database>): Promise<void> {
  await sql`lock table event_home in access share mode`.execute(transaction)
}

/** Lock, shared by those who delete events, and exclusive for a change of the home. */
const settled = 7_305_115

/**
 * Does work while events stay where they are: a change of that waits for its end.
 * @returns true if it was done. It is not, while they are moving.
 */
export async function whileSettled(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<void>,
): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock_shared(${settled})`.execute(connection)
    try {
      const home = await readHome(connection)
      if (home === 'copying' || home === 'returning') return false
      await work(connection)
      return true
    } finally {
      await sql`select pg_advisory_unlock_shared(${settled})`.execute(connection)
    }
  })
}

/** Triggers that tell ClickHouse of persons, by table. */
const followers: Readonly<Record<string, readonly string[]>> = {
  persons: ['follow_persons_insert', 'follow_persons_update', 'follow_persons_delete'],
  person_distinct_ids: ['follow_ids_insert', 'follow_ids_update', 'follow_ids_delete'],
  projects: ['follow_projects_delete'],
}

/** A change of the home that cannot be made. */
class NotNow extends Error {}

export interface HomeChange {
  readonly from: EventHome
  readonly to: EventHome
  /** Progress of the move from then on. */
  readonly progress?: HomeProgress
}

/**
 * Changes the store of events after all transactions that store some or change persons; later ones
 * wait until it is done. From then on the new home receives every captured event and every change
 * of a person. Readers never wait.
 * @param within runs at the end of the same transaction, while nothing changes. If it
 * returns false, the home stays.
 * @returns true if it is changed.
 */
export async function changeHome(
  db: Kysely<Database>,
  { from, to, progress = {} }: HomeChange,
  within: (transaction: Transaction<Database>) => Promise<boolean> = async () => true,
): Promise<boolean> {
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        // A wait for a lock holds up all who come after: better to try again.
        await sql`set local lock_timeout = '1s'`.execute(transaction)
        await sql`select pg_advisory_xact_lock(${settled})`.execute(transaction)
        const row = transaction.selectFrom('event_home').select('home').forUpdate()
        if ((await row.executeTakeFirstOrThrow()).home !== from) throw new NotNow()
        // Held by all who store events; see `storeFresh`.
        await sql`lock table event_receipts in share mode`.execute(transaction)
        await transaction
          .updateTable('event_home')
          .set({ home: to, since: sql<string>`clock_timestamp()`, progress: JSON.stringify(progress) })
          .execute()
        // If they are on already, this keeps persons as they are.
        await switchFollowers(transaction, to === 'postgres' ? 'disable' : 'enable')
        if (!(await within(transaction))) throw new NotNow()
      })
      return true
    } catch (error) {
      if (error instanceof NotNow) return false
      if (!isLockTimeout(error)) throw error
      await pauseBetweenLocks()
    }
  }
}

async function switchFollowers(
  transaction: Transaction<Database>,
  onOrOff: 'enable' | 'disable',
): Promise<void> {
  for (const [table, triggers] of Object.entries(followers))
    for (const trigger of triggers)
      await sql`alter table ${sql.ref(table)} ${sql.raw(onOrOff)} trigger ${sql.ref(trigger)}`.execute(
        transaction,
      )
}
