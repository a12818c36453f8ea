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
import { isUnavailable } from './unavailable.ts'

/** Runs a prepared statement. `values` take the places of `$1`, `$2`, … */
export type PreparedStatement<Values extends readonly PlacedValue[], Row> = (
  db: Kysely<Database>,
  ...values: Values
) => Promise<readonly Row[]>

/** Every prepared statement by its text: no more than the program has, whatever callers ask for. */
const statements = new Map<string, PreparedText>()

/** Writes statements, and runs none. */
const writer = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Prepares a statement: its text is made once, and each connection parses and plans it once. It
 * is for what most requests do, and for statements whose best plan does not depend on the
 * values: lookups by a unique index.
 * @param name unique among all prepared statements.
 * @param write all values in it are places made by `place`.
 */
export function prepare<Row, Values extends readonly PlacedValue[]>(
  name: string,
  write: (db: Kysely<Database>) => CompiledQuery<Row>,
): PreparedStatement<Values, Row> {
  const query = write(writer)
  if (query.parameters.length > 0) throw new TypeError(`Statement "${name}" holds values beside its places.`)
  const statement = { name, text: query.sql }
  statements.set(query.sql, statement)
  return async (db, ...values) => {
    const pool = pools.get(db)
    try {
      if (pool !== undefined) return await queryPool(pool, statement, values)
      const { rows } = await db.executeQuery<Row>({ ...query, parameters: values })
      return rows
    } catch (error) {
      // The driver's stack leads to its socket, this one to who asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
}

/** Runs a statement on any connection of a pool. */
function queryPool<Row>(pool: Pool, statement: PreparedText, values: readonly PlacedValue[]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    // To await the connection would take promises of which a query has no need.
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
          // PostgreSQL tells why it ends a connection before it does so: nobody else shall get it.
          release(isUnavailable(error))
          reject(error)
        },
      }
      client.query(new PreparedQuery(client, { statement, values }, outcome))
    })
  })
}

/**
 * Pools whose connections can run a prepared statement directly. A transaction has its connection, which its
 * Kysely knows.
 */
const pools = new WeakMap<Kysely<Database>, Pool>()

/**
 * Sends prepared statements to a pool directly. Kysely would take a quarter of the driver's time and add
 * nothing: the text exists, and the rows stay as they come.
 */
export function sendPreparedTo(pool: Pool, db: Kysely<Database>): void {
  pools.set(db, pool)
}

/**
 * The place of a value in a prepared statement.
 * @param number from 1.
 * @param type the value's type in PostgreSQL.
 */
export function place<Value>(
  number: number,
  type: 'integer' | 'integer[]' | 'bigint' | 'text' | 'uuid',
): RawBuilder<Value> {
  return sql<Value>`${sql.raw(`$${number}::${type}`)}`
}

/** A pool whose connections send prepared statements under their names. */
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
