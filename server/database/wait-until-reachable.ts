import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Maximum time to wait, in milliseconds, for a database that starts at the same time as the service. */
const patience = 30_000

/** Milliseconds between attempts. */
const pause = 250

/**
 * Waits until a database responds. @throws the last error after half a minute, or, immediately, an error that
 * waiting cannot fix.
 */
export async function waitUntilReachable(db: Kysely<Database>): Promise<void> {
  for (const until = performance.now() + patience; ; await sleep(pause)) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error
    }
  }
}
