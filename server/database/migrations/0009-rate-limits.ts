import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Request counts by caller and window. The table is unlogged, so that no request waits for the disk: the
 * counts need not survive a crash. It has one row per caller and window length, so no row ever needs to be
 * deleted.
 */
export const rateLimitsMigration: Migration = {
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
