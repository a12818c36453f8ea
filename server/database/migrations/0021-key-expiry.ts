import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keys can expire; existing keys do not. */
export const keyExpiryMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table personal_api_keys add column expires_at timestamptz`.execute(db)
  },
}
