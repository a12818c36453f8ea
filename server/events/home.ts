import { type Kysely, sql, type Transaction } from 'kysely'
import { isLockTimeout, pauseBetweenLocks } from '../database/locks.ts'
import type { Database } from '../database/schema.ts'
import type { EventHome } from './tables.ts'

/**
 * Where events live. In a transaction the answer holds until its end: who changes it waits for all transactions that have asked.
 */
export async function readHome(db: Kysely<Database>): Promise<EventHome> {
  return (await db.selectFrom('event_home').select('home').executeTakeFirstOrThrow()).home
}

/** What tells ClickHouse of persons, by table. */
const followers: Readonly<Record<string, readonly string[]>> = {
  persons: ['follow_persons_insert', 'follow_persons_update', 'follow_persons_delete'],
  person_distinct_ids: ['follow_ids_insert', 'follow_ids_update', 'follow_ids_delete'],
  projects: ['follow_projects_delete'],
}

/** A change of the home that cannot be made. */
class NotNow extends Error {}

/**
 * Changes where events live, when all transactions are over that have asked. From then on every event that is captured, and every
 * change of a person, goes where the new home wants it.
 * @param within is done in the same transaction, at its end. When it says false, nothing is changed.
 * @returns whether it is changed.
 */
export async function changeHome(
  db: Kysely<Database>,
  { from, to }: { readonly from: EventHome; readonly to: EventHome },
  within: (transaction: Transaction<Database>) => Promise<boolean> = async () => true,
): Promise<boolean> {
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        // Who waits for a lock holds up all who come after: better to try again.
        await sql`set local lock_timeout = '1s'`.execute(transaction)
        await sql`lock table event_home in access exclusive mode`.execute(transaction)
        if ((await readHome(transaction)) !== from) throw new NotNow()
        const since = sql<string>`clock_timestamp()`
        await transaction.updateTable('event_home').set({ home: to, since, progress: '{}' }).execute()
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
