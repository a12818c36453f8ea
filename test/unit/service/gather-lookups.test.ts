import { setImmediate as nextTurn } from 'node:timers/promises'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../server/database/schema.ts'
import { gatherLookups } from '../../../server/database/sharing/gather-lookups.ts'

/** Waits until statements that can begin have begun. */
const aMoment = async () => {
  for (let turns = 0; turns < 3; turns++) await nextTurn()
}

const connection = () =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

/** Returns a lookup whose statements end on demand, with a row for each key below 1000. */
function manualLookup() {
  const begun: {
    db: Kysely<Database>
    group: number
    keys: readonly number[]
    end: (error?: Error) => void
  }[] = []
  const lookUp = gatherLookups<{ id: number; text: string }>(
    (db, group, keys) =>
      new Promise((resolve, reject) => {
        const rows = keys.filter((id) => id < 1000).map((id) => ({ id, text: `${group}.${id}` }))
        begun.push({ db, group, keys, end: (error) => (error ? reject(error) : resolve(rows.toReversed())) })
      }),
    ({ id }) => id,
  )
  return { begun, lookUp }
}

test('what is looked up in one turn shares a statement, and each gets its own row', async () => {
  const { begun, lookUp } = manualLookup()
  const db = connection()
  const rows = Promise.all([lookUp(db, 1, 7), lookUp(db, 1, 8), lookUp(db, 1, 7), lookUp(db, 1, 1001)])
  await aMoment()
  expect(begun.map(({ keys }) => keys)).toEqual([[7, 8, 1001]])
  begun[0]!.end()
  expect((await rows).map((row) => row?.text)).toEqual(['1.7', '1.8', '1.7', undefined])
})

test('a statement that has begun is not joined', async () => {
  const { begun, lookUp } = manualLookup()
  const db = connection()
  const first = lookUp(db, 1, 7)
  await aMoment()
  const second = lookUp(db, 1, 7)
  await aMoment()
  expect(begun).toHaveLength(2)
  for (const { end } of begun) end()
  expect([await first, await second].map((row) => row?.text)).toEqual(['1.7', '1.7'])
})

test('groups and connections share nothing', async () => {
  const { begun, lookUp } = manualLookup()
  const [one, other] = [connection(), connection()]
  const rows = Promise.all([lookUp(one, 1, 7), lookUp(one, 2, 7), lookUp(other, 1, 7)])
  await aMoment()
  expect(begun.map(({ db, group }) => [db === one, group])).toEqual([
    [true, 1],
    [true, 2],
    [false, 1],
  ])
  for (const { end } of begun) end()
  expect((await rows).map((row) => row?.text)).toEqual(['1.7', '2.7', '1.7'])
})

test('of very many each statement looks up a part', async () => {
  const { begun, lookUp } = manualLookup()
  const db = connection()
  const ids = Array.from({ length: 250 }, (_, index) => index)
  const rows = Promise.all(ids.map((id) => lookUp(db, 1, id)))
  await aMoment()
  expect(begun.map(({ keys }) => keys.length)).toEqual([100, 100, 50])
  for (const { end } of begun) end()
  expect((await rows).map((row) => row?.id)).toEqual(ids)
})

test('a failure is told to those who shared the statement, and to nobody else', async () => {
  const { begun, lookUp } = manualLookup()
  const db = connection()
  const failed = [lookUp(db, 1, 7), lookUp(db, 1, 8)]
  await aMoment()
  const later = lookUp(db, 1, 7)
  begun[0]!.end(new Error('lost'))
  for (const each of failed) await expect(each).rejects.toThrow('lost')
  await aMoment()
  begun[1]!.end()
  expect((await later)?.text).toBe('1.7')
})
