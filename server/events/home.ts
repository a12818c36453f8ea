import { type Kysely, sql, type Transaction } from 'kysely'
import { isLockTimeout, pauseBetweenLocks } from '../database/locks.ts'
import type { Database } from '../database/schema.ts'
import type { EventHome, HomeProgress } from './tables.ts'

/**
 * The store that contains the events. A transaction that has called this function can keep reading that
 * store: the copy left by a move is dropped only when no transaction can still be reading it. Storing events
 * requires more; see `storeFreshEvents`.
 */
export async function readEventHome(db: Kysely<Database>): Promise<EventHome> {
  return (await db.selectFrom('event_home').select('home').executeTakeFirstOrThrow()).home
}

/**
 * Keeps all copies of events until a transaction ends. In a transaction with a single snapshot, this must be
 * the first statement; otherwise, the home can be out of date.
 */
export async function keepEventsAtHome(transaction: Transaction<Database>): Promise<void> {
  await sql`lock table event_home in access share mode`.execute(transaction)
}

/** An advisory lock, held in shared mode to delete events, and in exclusive mode to change the home. */
const settled = 7_305_115

/**
 * Runs the given work while events cannot be moved; a move waits until the work is done.
 * @returns true if the work was run, false if events are being moved.
 */
export async function whileEventsSettled(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<void>,
): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock_shared(${settled})`.execute(connection)
    try {
      const home = await readEventHome(connection)
      if (home === 'copying' || home === 'returning') return false
      await work(connection)
      return true
    } finally {
      await sql`select pg_advisory_unlock_shared(${settled})`.execute(connection)
    }
  })
}

/** Triggers that report changes to persons and deletions of projects to ClickHouse, by table. */
const followers: Readonly<Record<string, readonly string[]>> = {
  persons: ['follow_persons_insert', 'follow_persons_update', 'follow_persons_delete'],
  person_distinct_ids: ['follow_ids_insert', 'follow_ids_update', 'follow_ids_delete'],
  projects: ['follow_projects_delete'],
}

/** Thrown if the home cannot be changed now. */
class NotNow extends Error {}

export interface HomeChange {
  readonly from: EventHome
  readonly to: EventHome
  /** The move's progress after the change. */
  readonly progress?: HomeProgress
}

/**
 * Changes the home of events once all current transactions that store events or change persons have ended;
 * later ones wait until the change is complete. The new home then receives every captured event and every
 * change to a person. Readers never wait.
 * @param within runs at the end of the same transaction, while no event or person can change. If it returns
 * false, the home is unchanged.
 * @returns true if the home was changed.
 */
export async function changeEventHome(
  db: Kysely<Database>,
  { from, to, progress = {} }: HomeChange,
  within: (transaction: Transaction<Database>) => Promise<boolean> = async () => true,
): Promise<boolean> {
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        // Waiting long for a lock would delay all later transactions that need it, so give up early and
        // retry.
        await sql`set local lock_timeout = '1s'`.execute(transaction)
        await sql`select pg_advisory_xact_lock(${settled})`.execute(transaction)
        const row = transaction.selectFrom('event_home').select('home').forUpdate()
        if ((await row.executeTakeFirstOrThrow()).home !== from) throw new NotNow()
        // Every transaction that stores events locks this table; see `storeFreshEvents`.
        await sql`lock table event_receipts in share mode`.execute(transaction)
        await transaction
          .updateTable('event_home')
          .set({ home: to, since: sql<string>`clock_timestamp()`, progress: JSON.stringify(progress) })
          .execute()
        // If the triggers are already enabled, this still blocks changes to persons.
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
