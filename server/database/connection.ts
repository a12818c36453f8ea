import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import Cursor from 'pg-cursor'
import { isTracing } from '../tracing/spans.ts'
import { noteStatementInSpan } from '../tracing/statement-spans.ts'
import { defaultDatabase, startEmbedded } from './embedded/embedded.ts'
import { sendPreparedTo, withPreparedStatements } from './prepared.ts'
import type { Database } from './schema.ts'
import { parseTimestamp } from './timestamp.ts'

/** The PostgreSQL server to use: a URL, or an embedded server's folder. */
export type DatabaseSource = { readonly url: string } | { readonly folder: string }

/** A database's address, for a driver that makes its own connections. */
export type DatabaseTarget =
  | { readonly connectionString: string }
  | { readonly host: string; readonly user: string; readonly database: string }

/** Limits of one pool. */
export interface PoolLimits {
  readonly connections: number
  /** Time limit per statement, in seconds. */
  readonly statementSeconds: number
}

/** A pool that reports its state. */
export interface LimitedPool {
  readonly db: Kysely<Database>
  state(): PoolState
}

/** Connection counts of a pool. */
export interface PoolState {
  readonly total: number
  readonly idle: number
  /** Number of queries that are waiting for a connection. */
  readonly waiting: number
}

/** A connection pool without a time limit for statements. Must be closed. */
export interface Connection {
  readonly db: Kysely<Database>
  readonly target: DatabaseTarget
  /** Opens another pool for the same database. It closes together with the first pool. */
  open(limits: PoolLimits): LimitedPool
  /** Closes the pools, and stops an embedded server unless other processes use it. */
  close(): Promise<void>
}

/**
 * Default number of connections in a pool without a time limit for statements. PostgreSQL's default maximum
 * is 100 for all processes.
 */
const poolSize = 10

/**
 * Time limit for connecting to a server, in milliseconds. Without it, requests would hang while the server is
 * unreachable.
 */
const connectTimeout = 10_000

/**
 * Connects to a database. Starts the embedded PostgreSQL if it is configured.
 * @throws Error if the embedded PostgreSQL cannot be started.
 */
export async function connectDatabaseSource(source: DatabaseSource): Promise<Connection> {
  if ('url' in source) return open({ connectionString: source.url })
  const embedded = await startEmbedded(source.folder)
  const target = { ...embedded.connection, database: defaultDatabase }
  return open(target, { leave: () => embedded.leave() })
}

/** Connects to a running database. */
export function connectToDatabase(
  target: DatabaseTarget,
  { connections }: Pick<PoolLimits, 'connections'>,
): Connection {
  return open(target, { connections })
}

function open(
  target: DatabaseTarget,
  { connections: most = poolSize, leave }: { connections?: number; leave?: () => Promise<void> } = {},
): Connection {
  const db = toKysely(openPool(target, most))
  const opened = [db]
  return {
    db,
    target,
    open({ connections, statementSeconds }) {
      const pool = openPool(target, connections, `-c statement_timeout=${statementSeconds}s`)
      const limited = toKysely(pool)
      opened.push(limited)
      const state = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
      return { db: limited, state }
    },
    async close() {
      await Promise.all(opened.map((one) => one.destroy()))
      await leave?.()
    },
  }
}

function toKysely(pool: Pool): Kysely<Database> {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool), cursor: Cursor }),
    ...(isTracing() && { log: noteStatementInSpan }),
  })
  // Tracing needs Kysely to report statements.
  if (!isTracing()) sendPreparedTo(pool, db)
  return db
}

function openPool(target: DatabaseTarget, max: number, options = ''): Pool {
  const pool = new Pool({
    ...target,
    max,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'concordat',
    options: `-c TimeZone=UTC ${options}`,
    keepAlive: true,
    types: { getTypeParser },
  })
  // A broken idle connection is replaced at the next query. Without a listener, the event would end the
  // process.
  pool.on('error', () => {})
  // If a connection in use breaks, its query or the next query in its transaction fails and reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? parseTimestamp
    : types.getTypeParser(oid, format)
