import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A migration that runs outside a transaction, because it builds indexes while other transactions write. It
 * must be repeatable after an interruption.
 */
export interface ConcurrentMigration extends Migration {
  readonly isConcurrent: true
}

/** An index on a large table. */
export interface ConcurrentIndex {
  readonly name: string
  /** The table and its columns, as written after `on`. */
  readonly on: string
}

/**
 * Creates a migration that builds an index. The table can be read and written in the meantime; the build
 * waits for all older transactions that use the table.
 */
export function concurrentIndex({ name, on }: ConcurrentIndex): ConcurrentMigration {
  return {
    isConcurrent: true,
    async up(db: Kysely<unknown>): Promise<void> {
      const { rows } = await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
      if (rows[0]?.valid === true) return
      // Removes the remains of an interrupted build: an index that is maintained but never used.
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
      await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(on)}`.execute(db)
    },
  }
}
