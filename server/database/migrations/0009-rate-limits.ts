import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Counted requests by caller and window. Unlogged: the counts need not survive a crash, and nobody waits for
 * the disk. There is one row for each caller and window, so none need be deleted.
 */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create unlogged table rate_limits (
        subject text not null,
        seconds integer not null,
        requests integer not null,
        started_at timestamptz not null,
        primary key (subject, seconds)
      )`.execute(db)
  },
}
