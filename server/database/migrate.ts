import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseError } from 'pg'
import { isLockTimeout } from './locks.ts'
import { migrations } from './migrations/all.ts'
import type { ConcurrentMigration } from './migrations/concurrent-index.ts'
import type { Database } from './schema.ts'

/**
 * Lock that a process holds while it migrates. Kysely has its own lock, but acquires it only after creating
 * its tables.
 */
const turn = 7_305_112

/** Time between two attempts to acquire the lock, in milliseconds. */
const turnPause = 100

/** Migrations by name, in name order. */
export type Migrations = Readonly<Record<string, Migration | ConcurrentMigration>>

export interface MigrateOptions {
  /**
   * Maximum time that a migration waits for a lock, in milliseconds. It is short, because later queries that
   * need the same lock have to wait as well. Concurrent migrations wait without limit. Default: 1000.
   */
  readonly lockPatience?: number
  /**
   * Time during which a migration that could not acquire its locks is retried, in milliseconds. Default: ten
   * minutes.
   */
  readonly patience?: number
}

/**
 * Updates a database's tables while processes of the previous version are still serving. If several processes
 * start this at once, they take turns, and the later ones find nothing to do. Each migration runs in its own
 * transaction, except for concurrent migrations.
 * @throws the failed migration's Error. Later migrations do not run.
 */
export async function migrateDatabase(
  db: Kysely<Database>,
  all: Migrations = migrations,
  { lockPatience = 1000, patience = 600_000 }: MigrateOptions = {},
): Promise<void> {
  if (await hasAll(db, all)) return
  await db.connection().execute(async (connection) => {
    // Do not wait inside PostgreSQL, because a waiting statement keeps a transaction open, and the creation
    // of an index waits for open transactions.
    while (!(await takesTurn(connection))) await sleep(turnPause)
    try {
      const known = { ...(await laterOnes(connection, all)), ...all }
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: async () => ({ ...known }) },
      })
      for (const { name, executedAt } of await migrator.getMigrations()) {
        if (executedAt !== undefined) continue
        const isConcurrent = 'isConcurrent' in (known[name] ?? {})
        // A concurrent migration can wait without limit, because it delays no other queries meanwhile.
        await sql`select set_config('lock_timeout', ${`${isConcurrent ? 0 : lockPatience}ms`}, false)`.execute(
          connection,
        )
        await untilLocked(patience, async () => {
          const { error } = await migrator.migrateUp({ disableTransactions: isConcurrent })
          if (error !== undefined) throw error
        })
      }
    } finally {
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${turn})`.execute(connection)
    }
  })
}

/** True if all migrations have been applied, as is the case at most starts. */
async function hasAll(db: Kysely<Database>, all: Migrations): Promise<boolean> {
  const applied = await namesApplied(db)
  return Object.keys(all).every((name) => applied.includes(name))
}

async function takesTurn(connection: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${turn}) as taken`.execute(
    connection,
  )
  return rows[0]?.taken === true
}

/**
 * Placeholders for migrations from a later version. They let this version start on the later version's tables
 * while versions are switched.
 */
async function laterOnes(connection: Kysely<Database>, all: Migrations): Promise<Migrations> {
  const last = Object.keys(all).toSorted().at(-1) ?? ''
  const later = (await namesApplied(connection)).filter((name) => name > last)
  return Object.fromEntries(later.map((name) => [name, { up: async () => {} }]))
}

/** PostgreSQL's error code for a missing table, as in a new database. */
const undefinedTable = '42P01'

async function namesApplied(db: Kysely<Database>): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedTable) return []
    throw error
  }
}

/**
 * Repeats work while other transactions hold the locks that it needs. Pauses in between so that requests can
 * proceed.
 */
async function untilLocked(patience: number, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + patience
  for (let pause = 1000; ; pause = Math.min(2 * pause, 10_000)) {
    try {
      await work()
      return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (performance.now() + pause > end)
        throw new Error(
          'The database schema could not be updated, because other transactions kept its tables locked.',
          { cause: error },
        )
      await sleep(pause)
    }
  }
}
