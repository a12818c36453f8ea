import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The tables that exist in ClickHouse. Tables created by an earlier version are unknown until they are
 * checked again.
 */
export const clickhouseTablesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table clickhouse_tables (name text primary key)`.execute(db)
  },
}
