import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type Cursor from 'pg-cursor'
import { type PlacedValue, PreparedQuery, type PreparedText } from './prepared-query.ts'
import type { Database } from './schema.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Runs a prepared statement, in which `values` replace `$1`, `$2`, … */
export type PreparedStatement<Values extends readonly PlacedValue[], Row> = (
  db: Kysely<Database>,
  ...values: Values
) => Promise<readonly Row[]>

/**
 * All prepared statements by their SQL text. Only the program defines them, so requests cannot increase their
 * number.
 */
const statements = new Map<string, PreparedText>()

/** Compiles statements without executing them. */
const writer = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Prepares a statement. Its text is compiled once, and each connection parses and plans it once. Use it for
 * frequent statements whose best plan does not depend on the values, such as lookups by a unique index.
 * @param name unique among all prepared statements.
 * @param write writes the statement. Its values must all be placeholders from `statementPlaceholder`.
 */
export function prepareStatement<Row, Values extends readonly PlacedValue[]>(
  name: string,
  write: (db: Kysely<Database>) => CompiledQuery<Row>,
): PreparedStatement<Values, Row> {
  const query = write(writer)
  if (query.parameters.length > 0)
    throw new TypeError(`Statement "${name}" contains values besides its placeholders.`)
  const statement = { name, text: query.sql }
  statements.set(query.sql, statement)
  return async (db, ...values) => {
    const pool = pools.get(db)
    try {
      if (pool !== undefined) return await queryPool(pool, statement, values)
      const { rows } = await db.executeQuery<Row>({ ...query, parameters: values })
      return rows
    } catch (error) {
      // The driver's stack trace ends at its socket; this one shows the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
}

function queryPool<Row>(pool: Pool, statement: PreparedText, values: readonly PlacedValue[]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    // Awaiting the connection would create unnecessary promises.
    pool.connect((failure, client, release) => {
      if (client === undefined) {
        reject(failure)
        return
      }
      const outcome = {
        resolve(rows: Row[]) {
          release()
          resolve(rows)
        },
        reject(error: unknown) {
          // PostgreSQL reports that it is unavailable before it closes a connection, so the connection must
          // not be reused.
          release(isDatabaseUnavailable(error))
          reject(error)
        },
      }
      client.query(new PreparedQuery(client, { statement, values }, outcome))
    })
  })
}

/**
 * Pools to which a database's prepared statements are sent directly. Within a transaction, Kysely determines
 * the connection.
 */
const pools = new WeakMap<Kysely<Database>, Pool>()

/**
 * Sends prepared statements directly to a pool. Kysely would add a quarter of the driver's time without any
 * benefit, because the text already exists and rows are not transformed.
 */
export function sendPreparedTo(pool: Pool, db: Kysely<Database>): void {
  pools.set(db, pool)
}

/**
 * The placeholder for a value in a prepared statement.
 * @param number the value's position, starting from 1.
 * @param type the value's type in PostgreSQL.
 */
export function statementPlaceholder<Value>(
  number: number,
  type: 'integer' | 'integer[]' | 'bigint' | 'text' | 'uuid',
): RawBuilder<Value> {
  return sql<Value>`${sql.raw(`$${number}::${type}`)}`
}

/** Lets a pool's connections send prepared statements by name. */
export function withPreparedStatements(pool: Pool): PostgresPool {
  const preparing = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const known = preparing.get(client) ?? prepareOn(client)
      preparing.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function prepareOn(client: PoolClient): PostgresPoolClient {
  const query = (text: string | Cursor, given: readonly unknown[] = []) => {
    if (typeof text !== 'string') return client.query(text)
    const statement = statements.get(text)
    if (statement === undefined) return client.query({ text, values: [...given] })
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const values = given as readonly PlacedValue[]
    client.query(new PreparedQuery(client, { statement, values }, { resolve, reject }))
    return promise.then((rows) => ({ command: 'SELECT', rowCount: rows.length, rows }))
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
