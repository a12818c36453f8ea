import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which tables were made in a ClickHouse. Of those made by an earlier version nothing is known until they are made sure of again. */
export const clickhouseTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table clickhouse_tables (name text primary key)`.execute(db)
  },
}
