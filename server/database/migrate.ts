import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/all.ts'
import type { Database } from './schema.ts'

/** Held while a process migrates. Kysely has a lock of its own, but takes it only after making its tables. */
const turn = 7_305_112

/**
 * Brings a database's tables up to date. Several processes may start it at once: they take turns, and the later ones
 * find nothing to do.
 * @throws Error of the migration that failed; its changes, and those of the ones after it, are undone.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${turn})`.execute(connection)
    try {
      const provider = { getMigrations: async () => ({ ...migrations }) }
      const { error } = await new Migrator({ db: connection, provider }).migrateToLatest()
      if (error !== undefined) throw error
    } finally {
      await sql`select pg_advisory_unlock(${turn})`.execute(connection)
    }
  })
}
