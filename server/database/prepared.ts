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
import type { Database } from './schema.ts'

/** Runs a prepared statement. `values` take the places of `$1`, `$2`, … */
export type PreparedStatement<Values extends readonly unknown[], Row> = (
  db: Kysely<Database>,
  ...values: Values
) => Promise<readonly Row[]>

/** Name by text of every prepared statement: no more than the program has, whatever callers ask for. */
const names = new Map<string, string>()

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
 * Prepares a statement: its text is made once, and each connection parses and plans it once. It is for what most requests
 * do, and for statements whose best plan does not depend on the values: lookups by a unique index.
 * @param name unique among all prepared statements.
 * @param write all values in it are places made by `place`.
 */
export function prepare<Row, Values extends readonly unknown[]>(
  name: string,
  write: (db: Kysely<Database>) => CompiledQuery<Row>,
): PreparedStatement<Values, Row> {
  const query = write(writer)
  if (query.parameters.length > 0) throw new TypeError(`Statement "${name}" holds values beside its places.`)
  names.set(query.sql, name)
  return async (db, ...values) => {
    const pool = pools.get(db)
    if (pool === undefined) {
      const { rows } = await db.executeQuery<Row>({ ...query, parameters: values })
      return rows
    }
    const client = await pool.connect()
    try {
      const { rows } = await client.query({ name, text: query.sql, values: [...values] })
      return rows as Row[]
    } finally {
      client.release()
    }
  }
}

/** Where a prepared statement needs no more than a connection. A transaction has one, which its Kysely knows. */
const pools = new WeakMap<Kysely<Database>, Pool>()

/**
 * Sends prepared statements to a pool without a detour through Kysely, which takes a quarter of the time that the driver takes, and has nothing to
 * add: the text is made, and the rows are as they come.
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
  type: 'integer' | 'bigint' | 'text' | 'uuid',
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
    const name = names.get(text)
    const values = [...given]
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
