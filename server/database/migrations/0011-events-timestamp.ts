import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Events in the order in which they happened: backfills of batch exports read spans of them. */
export const eventsTimestamp: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index events_timestamp on events (project_id, timestamp, uuid)`.execute(db)
  },
}
