import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from './schema.ts'

/** Thrown inside a transaction whose reads are no longer true: it starts again. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction'
}

/**
 * SQLSTATEs of two transactions that met: serialization failure, deadlock, unique violation, foreign key
 * violation. One of the two goes on, so that a retry finds another state.
 */
const meetings: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '23505', '23503'])

/** After so many meetings the failure is not by chance. */
const attempts = 10

/**
 * Maximum of the random pause before the first retry, in milliseconds; it keeps the same
 * transactions from meeting again. Each next maximum doubles, since a transaction of many rows meets
 * others of its kind repeatedly.
 */
const firstPause = 20

const longestPause = 1000

/**
 * Runs a transaction, and runs it again when it met another one. The work must bear being done twice.
 * Whatever changes rows begins here: rows lead to others by keys and rules of deletion, so that nobody
 * sees from one transaction which others it can meet.
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
