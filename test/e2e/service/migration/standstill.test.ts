import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Migrations, migrateDatabase } from '../../../../server/database/migrate.ts'
import { migrations } from '../../../../server/database/migrations/all.ts'
import { concurrentIndex } from '../../../../server/database/migrations/concurrent-index.ts'
import { quiet, until } from '../../../waiting.ts'
import { addEvents } from '../export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from '../harness.ts'
import { startService } from '../service-process.ts'

/**
 * Number of responses to each kind of request that must arrive while a table that a migration needs to change
 * is being read.
 */
const answersBeside = 10

let service: TestService
let tenant: Tenant
let token: string
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.makeTenant()
  const { db } = service
  await addEvents(db, tenant.projectId, 100_000)
  await sql`insert into persons (project_id, properties)
    select ${tenant.projectId}, jsonb_build_object('n', n) from generate_series(1, 50000) as n`.execute(db)
  const project = db.selectFrom('projects').where('id', '=', tenant.projectId).select('api_token')
  token = (await project.executeTakeFirstOrThrow()).api_token
})
afterAll(() => service.stop())

/** Changes that the next version could make: tables gain columns, and lose nothing that this version uses. */
const next: Migrations = {
  ...migrations,
  '9000-columns': {
    async up(db: Kysely<unknown>) {
      await sql`alter table persons add column seen_at timestamptz`.execute(db)
      await sql`alter table events add column source text not null default 'capture'`.execute(db)
    },
  },
  '9001-index': concurrentIndex({ name: 'events_source', on: 'events (project_id, source, timestamp)' }),
}

/**
 * Sends several kinds of requests until the end, those of each kind one after the other. @param statuses
 * collects the response statuses, per kind.
 */
async function askUntil(isOver: () => boolean, statuses: number[][]): Promise<void> {
  const { api } = tenant.owner
  const persons = `/api/projects/${tenant.projectId}/persons`
  const requests = [
    () => api.get(`${persons}?limit=5`),
    () => api.get(tenant.path),
    () => api.post('/batch', { api_key: token, batch: [{ event: 'x', distinct_id: crypto.randomUUID() }] }),
    () => api.get(`${persons}?distinct_id=user-1`),
  ]
  await Promise.all(
    requests.map(async (request) => {
      const answers: number[] = []
      statuses.push(answers)
      while (!isOver()) {
        answers.push((await request()).status)
        await sleep(20)
      }
    }),
  )
}

it('a service answers every request while the next version changes its tables, which somebody reads for long', async () => {
  const { db } = service
  // Acts like an export: its transaction delays every change of the table.
  const isReading = Promise.withResolvers<void>()
  const statuses: number[][] = []
  let isOver = false
  let isMigrated = false
  const reading = db.transaction().execute(async (transaction) => {
    await sql`select count(*) from persons`.execute(transaction)
    isReading.resolve()
    // The migration waits for its locks several times. Requests that waited for it would also wait for this
    // transaction to end, and therefore forever.
    await quiet(4000)
    const before = statuses.map(({ length }) => length)
    await until(() => statuses.every(({ length }, kind) => length >= (before[kind] ?? 0) + answersBeside))
    expect(isMigrated).toBe(false)
  })
  await isReading.promise
  const asking = askUntil(() => isOver, statuses)
  try {
    await migrateDatabase(db, next)
  } finally {
    isMigrated = true
    isOver = true
  }
  await reading
  await asking
  expect(statuses.flat().filter((status) => status !== 200)).toEqual([])
  const { rows } =
    await sql`select from pg_index where indexrelid = 'events_source'::regclass and indisvalid`.execute(db)
  expect(rows).toHaveLength(1)
})

it('a process of the version before starts on tables of the next', async () => {
  const again = await startService({ args: [], env: { DATABASE_URL: service.databaseUrl } })
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
  expect(await again.end()).toBe(0)
})

it('an index that was broken off is built anew', async () => {
  const { db } = service
  await sql`update pg_index set indisvalid = false where indexrelid = 'events_source'::regclass`.execute(db)
  await sql`delete from kysely_migration where name = '9001-index'`.execute(db)
  await migrateDatabase(db, next)
  const { rows } =
    await sql`select from pg_index where indexrelid = 'events_source'::regclass and indisvalid`.execute(db)
  expect(rows).toHaveLength(1)
})

it('a table that somebody holds all the time is told, and stays as it was', async () => {
  const { db } = service
  const more: Migrations = {
    ...next,
    '9002-column': {
      async up(on: Kysely<unknown>) {
        await sql`alter table persons add column more text`.execute(on)
      },
    },
  }
  await db.transaction().execute(async (transaction) => {
    await sql`select from persons limit 1`.execute(transaction)
    await expect(migrateDatabase(db, more, { lockPatience: 50, patience: 500 })).rejects.toThrow(
      'because other transactions kept its tables locked',
    )
  })
  await migrateDatabase(db, more)
  await sql`select more from persons limit 1`.execute(db)
})
