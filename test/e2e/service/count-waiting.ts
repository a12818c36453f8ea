import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/database/schema.ts'

/** Returns the number of queries that wait for a row that another transaction holds. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}
