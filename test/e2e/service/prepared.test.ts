import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepareStatement, statementPlaceholder } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/schema.ts'
import { useDatabase } from './use-database.ts'

const database = useDatabase()

/** Opens a pool with one connection, which therefore has to execute every query. */
const openOne = () => database.connection.open({ connections: 1, statementSeconds: 10 }).db

const quotient = prepareStatement<{ quotient: number }, [divisor: number | null]>('test-quotient', (db) =>
  sql<{ quotient: number }>`select 6 / ${statementPlaceholder(1, 'integer')} as quotient`.compile(db),
)

async function preparedOn(db: Kysely<Database>): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select name, generic_plans + custom_plans as uses from pg_prepared_statements`.execute(db)
  return rows
}

test('a connection parses a prepared statement once, and no other statement gets a name', async () => {
  const db = openOne()
  expect(await quotient(db, 2)).toEqual([{ quotient: 3 }])
  expect(await quotient(db, null)).toEqual([{ quotient: null }])
  expect(await db.transaction().execute((transaction) => quotient(transaction, 3))).toEqual([{ quotient: 2 }])
  await db.selectFrom('users').select('id').execute()
  expect(await preparedOn(db)).toEqual([{ name: 'test-quotient', uses: '3' }])
})

test('a run that fails, the first one too, says who asked and leaves the statement usable', async () => {
  const db = openOne()
  const failed = await quotient(db, 0).catch((error) => error)
  expect(failed).toMatchObject({ code: '22012', message: 'division by zero' })
  expect(failed.stack).toContain('prepared.test.ts')
  expect(await quotient(db, 1)).toEqual([{ quotient: 6 }])
  await expect(quotient(db, 0)).rejects.toThrow('division by zero')
  const inTransaction = db.transaction().execute((transaction) => quotient(transaction, 0))
  await expect(inTransaction).rejects.toThrow('division by zero')
  expect(await quotient(db, 6)).toEqual([{ quotient: 1 }])
})

test('runs at the same time on one connection get their own rows', async () => {
  const db = openOne()
  const divisors = [1, 2, 3, 6, 0]
  const outcomes = await Promise.allSettled(divisors.map((divisor) => quotient(db, divisor)))
  const rows = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'))
  expect(rows).toEqual([
    [{ quotient: 6 }],
    [{ quotient: 3 }],
    [{ quotient: 2 }],
    [{ quotient: 1 }],
    'refused',
  ])
})

test('values are read as those of other statements are', async () => {
  const columns = sql`1::bigint as big, 1.5::float8 as float, true as flag, '{"a": [1]}'::jsonb as json,
    timestamptz '2026-01-31 12:00:00.5+00' as moment, array['a', null] as texts, null as nothing`
  const read = prepareStatement<object, []>('test-values', (db) => sql<object>`select ${columns}`.compile(db))
  const { rows } = await sql<object>`select ${columns}`.execute(database.connection.db)
  expect(await read(database.connection.db)).toEqual(rows)
  expect(rows).toMatchObject([{ json: { a: [1] }, moment: '2026-01-31T12:00:00.500000Z' }])
})

test('a value that cannot be read fails its run alone', async () => {
  const db = openOne()
  const read = prepareStatement<object, [text: string]>('test-moment', (writer) =>
    sql<object>`select ${statementPlaceholder(1, 'text')}::timestamptz as moment`.compile(writer),
  )
  await expect(read(db, 'infinity')).rejects.toThrow('"infinity" is not a UTC timestamp.')
  expect(await read(db, '2026-01-31 12:00Z')).toEqual([{ moment: '2026-01-31T12:00:00Z' }])
})

test('a statement whose columns have changed is prepared anew after one failure', async () => {
  const db = openOne()
  await sql`create table test_columns as select 1 as value`.execute(db)
  const read = prepareStatement<object, []>('test-columns', (writer) =>
    sql<object>`select value from test_columns`.compile(writer),
  )
  expect(await read(db)).toEqual([{ value: 1 }])
  await sql`alter table test_columns alter value type text`.execute(db)
  await expect(read(db)).rejects.toThrow('cached plan must not change result type')
  expect(await read(db)).toEqual([{ value: '1' }])
})

test('a connection that is lost fails the run, and the next one has another', async () => {
  const db = openOne()
  const die = prepareStatement<object, []>('test-die', (writer) =>
    sql<object>`select pg_terminate_backend(pg_backend_pid())`.compile(writer),
  )
  await expect(die(db)).rejects.toThrow(/terminat/)
  expect(await quotient(db, 2)).toEqual([{ quotient: 3 }])
})

test('a statement whose values are not places cannot be prepared', () => {
  expect(() =>
    prepareStatement('test-value', (db) => db.selectFrom('users').where('id', '=', 1).selectAll().compile()),
  ).toThrow('Statement "test-value" contains values besides its placeholders.')
})
