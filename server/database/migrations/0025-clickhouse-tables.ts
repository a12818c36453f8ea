import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Tables that were made in a ClickHouse. Nothing is known of those made by an earlier version until they are
 * checked again.
 */
export const clickhouseTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table clickhouse_tables (name text primary key)`.execute(db)
  },
}
