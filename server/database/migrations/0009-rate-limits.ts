import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Requests that were counted, by caller and length of the window. Unlogged: a crash of the
 * database forgets them, and nobody has to wait for the disk. There is one row for each caller and
 * window, so none need to be deleted.
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
