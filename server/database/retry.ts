import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from './schema.ts'

/** Thrown in a transaction whose earlier reads are out of date, in order to start it again. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction'
}

/**
 * SQLSTATE codes for conflicts between two transactions: serialization failure, deadlock, unique violation,
 * foreign key violation. One of the two transactions proceeds, so a retry finds a different state.
 */
const meetings: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '23505', '23503'])

/** Maximum number of attempts. After that many conflicts, the failure is no coincidence. */
const attempts = 10

/**
 * Maximum random pause before the first retry, in milliseconds, so that the same transactions do not conflict
 * again. It doubles with each retry, up to `longestPause`, because transactions with many rows conflict
 * repeatedly.
 */
const firstPause = 20

const longestPause = 1000

/**
 * Runs a transaction, and repeats it after a conflict with another transaction. The work must be repeatable.
 * Use this for every change, because foreign keys and deletion rules affect other rows, which makes conflicts
 * hard to foresee.
 */
export async function inTransaction<Outcome>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Outcome>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isMeeting =
        error instanceof RetryTransaction || (error instanceof DatabaseError && meetings.has(error.code))
      if (!isMeeting || attempt === attempts) throw error
      await delay(Math.random() * Math.min(firstPause * 2 ** (attempt - 1), longestPause))
    }
  }
}
