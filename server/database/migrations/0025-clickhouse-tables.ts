import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The tables that are known to exist in ClickHouse. Those that an earlier version created are added when the
 * tables are next checked.
 */
export const clickhouseTablesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table clickhouse_tables (name text primary key)`.execute(db)
  },
}
