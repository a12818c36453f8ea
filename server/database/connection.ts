import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { EmbeddedPostgres } from './embedded.ts'
import { defaultDatabase, startEmbedded } from './embedded.ts'
import type { Database } from './schema.ts'
import { parseTimestamp } from './timestamp.ts'

/** Which PostgreSQL to use: a URL, or the folder of an embedded one. */
export type DatabaseSource = { readonly url: string } | { readonly folder: string }

/** A pool of connections, and the end of it. */
export interface Connection {
  readonly db: Kysely<Database>
  /** Closes the pool, and stops an embedded server when nobody else uses it. */
  close(): Promise<void>
}

/** Connections of one process; a PostgreSQL takes some 100 by default, over all processes. */
const poolSize = 20

/** Milliseconds until an unreachable server is an error instead of a request that hangs. */
const connectTimeout = 10_000

/**
 * Connects to a database, starting the embedded PostgreSQL when that is the source.
 * @throws Error when it cannot be reached.
 */
export async function connect(source: DatabaseSource): Promise<Connection> {
  const embedded = 'folder' in source ? await startEmbedded(source.folder) : undefined
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(source, embedded) }) })
  return {
    db,
    async close() {
      await db.destroy()
      await embedded?.leave()
    },
  }
}

function openPool(source: DatabaseSource, embedded: EmbeddedPostgres | undefined): Pool {
  const target =
    'url' in source
      ? { connectionString: source.url }
      : { ...embedded?.connection, database: defaultDatabase }
  const pool = new Pool({
    ...target,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'concordat',
    options: '-c TimeZone=UTC',
    types: { getTypeParser },
  })
  // An idle connection that breaks is replaced at the next query; unheard, the event would end the process.
  pool.on('error', () => {})
  return pool
}

const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? parseTimestamp
    : types.getTypeParser(oid, format)
