import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { until } from '../../waiting.ts'
import { createRandom, seedOfRun } from './random.ts'
import { startService } from './service-process.ts'
import { useDatabase } from './use-database.ts'

const database = useDatabase()
let projectId: number
let token: string
beforeAll(async () => {
  projectId = (await seedOrganization(database.connection.db, { name: 'Test', email: 'owner@example.com' }))
    .project_id
  const query = database.connection.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
  token = (await query.executeTakeFirstOrThrow()).api_token
})

const rounds = 20

/**
 * Sends batches until the service is gone, and records the events that it accepts. Each event sets a property
 * named after its UUID on its person.
 */
async function sendUntilGone(url: string, random: () => number, accepted: string[]): Promise<void> {
  for (;;) {
    const batch = Array.from({ length: 1 + Math.floor(random() * 20) }, () => {
      const uuid = randomUUID()
      return { uuid, event: 'seen', distinct_id: `id-${Math.floor(random() * 50)}`, $set: { [uuid]: 1 } }
    })
    try {
      const body = JSON.stringify({ api_key: token, batch })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/batch`, { method: 'POST', headers, body })
      if (answer.status === 200) accepted.push(...batch.map(({ uuid }) => uuid))
    } catch {
      return
    }
  }
}

it(`loses nothing that it accepted, and does nothing by halves, when it is killed ${rounds} times`, async () => {
  const random = createRandom(seedOfRun)
  const accepted: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const service = await startService({ args: [], env: { DATABASE_URL: database.url } })
    const before = accepted.length
    const senders = Array.from({ length: 4 }, () => sendUntilGone(service.url, random, accepted))
    await until(() => accepted.length > before)
    await delay(random() * 200)
    await service.end('SIGKILL')
    await Promise.all(senders)
  }
  const where = `CONCORDAT_SEED=${seedOfRun}`
  expect(accepted.length, where).toBeGreaterThan(rounds)
  const { db } = database.connection
  const stored = await db.selectFrom('events').select('uuid').execute()
  const storedIds = new Set(stored.map(({ uuid }) => uuid))
  expect(
    accepted.filter((uuid) => !storedIds.has(uuid)),
    where,
  ).toEqual([])
  const { rows } = await sql<{ uuid: string }>`
    select key as uuid from persons, jsonb_object_keys(properties) as key
    where project_id = ${projectId} and key <> '$creator_event_uuid'`.execute(db)
  expect(rows.map(({ uuid }) => uuid).sort(), where).toEqual([...storedIds].sort())
})
