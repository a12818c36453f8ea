import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { clearEvents } from '../../../server/events/clear-events.ts'
import { createPostgresEventStore } from '../../../server/events/postgres/store.ts'
import { createRandom, seedOfRun } from './random.ts'
import { checkout } from './service-process.ts'
import { useDatabase } from './use-database.ts'

const database = useDatabase()

const kills = 20
const events = 200_000

/** The job's work, in a process that can be killed. */
const job = `
  import { connectDatabaseSource } from './server/database/connection.ts'
  import { clearEvents } from './server/events/clear-events.ts'
  import { createPostgresEventStore } from './server/events/postgres/store.ts'
  const { db } = await connectDatabaseSource({ url: process.env.DATABASE_URL })
  console.log('begins')
  await clearEvents({ db, openEvents: createPostgresEventStore })
  process.exit()`

async function killWhileItDeletes(patience: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', job], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = once(child, 'exit')
  const early = end.then(([code]) => {
    throw new Error(`The job ended with ${code} before it began.`)
  })
  await Promise.race([once(child.stdout, 'data'), early])
  await delay(patience)
  child.kill('SIGKILL')
  await end
}

it(`deletes what was ordered and nothing else, though it is killed ${kills} times`, async () => {
  const { db } = database.connection
  const { project_id } = await seedOrganization(db, { name: 'Test', email: 'owner@example.com' })
  const insert = async (ids: number) => {
    await sql`
      insert into events (project_id, event, distinct_id)
      select ${project_id}, 'seen', 'id-' || i % ${ids}::integer from generate_series(1, ${events / 2}) as i`.execute(
      db,
    )
  }
  await insert(10)
  await insert(10)
  const orders = [['id-0', 'id-1'], ['id-2'], ['id-3', 'id-4', 'id-5', 'id-6', 'id-7', 'nobody']]
  for (const distinct_ids of orders) {
    await db.insertInto('event_deletions').values({ project_id, distinct_ids }).execute()
  }
  await insert(5)
  const left = async () => {
    const { rows } = await sql<{ distinct_id: string; count: number }>`
      select distinct_id, count(*)::integer as count from events group by 1 order by 1`.execute(db)
    return rows
  }
  const before = await left()
  const where = `CONCORDAT_SEED=${seedOfRun}`
  const random = createRandom(seedOfRun)
  // On a busy machine, it can take longer until anything is deleted.
  let longest = 150
  for (let kill = 0; kill < kills; kill += 1) {
    await killWhileItDeletes(random() * longest)
    if (isDeepStrictEqual(await left(), before)) longest *= 1.5
  }
  expect(await left(), where).not.toEqual(before)
  await clearEvents({ db, openEvents: createPostgresEventStore })
  const later = [0, 1, 2, 3, 4].map((id) => ({ distinct_id: `id-${id}`, count: events / 10 }))
  const untouched = [8, 9].map((id) => ({ distinct_id: `id-${id}`, count: events / 10 }))
  expect(await left(), where).toEqual([...later, ...untouched])
  expect(await db.selectFrom('event_deletions').selectAll().execute()).toEqual([])
})
