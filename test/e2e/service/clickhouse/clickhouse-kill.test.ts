import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOrganization } from '../../../../server/commands/seed/first-start.ts'
import { type Connection, connectDatabaseSource } from '../../../../server/database/connection.ts'
import { migrateDatabase } from '../../../../server/database/migrate.ts'
import { waitUntilReachable } from '../../../../server/database/wait-until-reachable.ts'
import { untilMovedEventsArrived as untilHandedOver } from '../../../../server/events/move/verify.ts'
import { startDebianPostgres, whyNoDebianPostgres } from '../debian-postgres.ts'
import { createRandom, seedOfRun } from '../random.ts'
import { startService } from '../service-process.ts'
import { useDatabase } from '../use-database.ts'
import { hasOwnClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'
import { createSenders, type Senders } from './senders.ts'

const rounds = 20

describe.skipIf(!hasOwnClickhouse)('kills on the way to ClickHouse (needs TEST_CHDB)', () => {
  const database = useDatabase()
  let clickhouse: TestClickhouse
  let senders: Senders
  beforeAll(async () => {
    clickhouse = await startClickhouse({ mayDie: true })
    senders = await sendersOf(database.connection)
  })
  afterAll(async () => {
    await clickhouse.stop()
  })

  async function sendersOf({ db }: Connection): Promise<Senders> {
    const { project_id } = await seedOrganization(db, { name: 'Test', email: 'owner@example.com' })
    const query = db.selectFrom('projects').where('id', '=', project_id).select('api_token')
    return createSenders((await query.executeTakeFirstOrThrow()).api_token)
  }

  /** Returns the UUID of every row in ClickHouse, merged or not. */
  async function stored(name = clickhouse.database): Promise<string[]> {
    const query = `select toString(uuid) as uuid from ${name}.events`
    const found = await clickhouse.client.query({ query, format: 'JSONEachRow' })
    return (await found.json<{ uuid: string }>()).map(({ uuid }) => uuid)
  }

  async function expectEachOnce(): Promise<void> {
    senders.expectEachOnce(await stored())
    expect(senders.accepted.size).toBeGreaterThan(rounds)
  }

  it(`neither loses nor doubles when our process is killed ${rounds} times`, async () => {
    const random = createRandom(seedOfRun)
    for (let round = 0; round < rounds; round += 1) {
      const service = await startService({ args: [], env: { DATABASE_URL: database.url, ...clickhouse.env } })
      const sending = senders.send(service.url, { random, isOver: () => false })
      await delay(200 + random() * 1000)
      await service.end('SIGKILL')
      await sending
    }
    const service = await startService({ args: [], env: { DATABASE_URL: database.url, ...clickhouse.env } })
    await untilArrived(database.connection.db)
    await service.end()
    await expectEachOnce()
  })

  it(`neither loses nor doubles when ClickHouse is killed ${rounds} times, and captures all the time`, async () => {
    const random = createRandom(seedOfRun + 1)
    const service = await startService({ args: [], env: { DATABASE_URL: database.url, ...clickhouse.env } })
    const unknownBefore = senders.unknown.size
    let isOver = false
    const sending = senders.send(service.url, { random, isOver: () => isOver })
    for (let round = 0; round < rounds; round += 1) {
      // Otherwise, a sender that waits longer after each failure would rarely send anything.
      await untilHandedOver(database.connection.db)
      await delay(200 + random() * 1000)
      await clickhouse.kill()
      await delay(random() * 300)
      await clickhouse.restart()
    }
    isOver = true
    await sending
    expect(senders.unknown.size - unknownBefore, 'refused').toBe(0)
    await untilArrived(database.connection.db)
    await service.end()
    await expectEachOnce()
  })

  it(`neither loses nor doubles when PostgreSQL ends all its connections ${rounds} times`, async () => {
    const random = createRandom(seedOfRun + 2)
    const service = await startService({ args: [], env: { DATABASE_URL: database.url, ...clickhouse.env } })
    let isOver = false
    const sending = senders.send(service.url, { random, isOver: () => isOver })
    for (let round = 0; round < rounds; round += 1) {
      await delay(100 + random() * 500)
      await endConnections(database.connection)
    }
    isOver = true
    await sending
    await untilArrived(database.connection.db)
    await service.end()
    await expectEachOnce()
  })

  it.skipIf(whyNoDebianPostgres !== undefined)(
    `neither loses nor doubles when the first process of PostgreSQL is killed ${rounds} times (needs the package postgresql)`,
    async () => {
      const random = createRandom(seedOfRun + 3)
      const postgres = await startDebianPostgres()
      const own = await connectDatabaseSource({ url: postgres.url })
      await migrateDatabase(own.db)
      const crashed = await sendersOf(own)
      const name = `${clickhouse.database}_crashed`
      const service = await startService({
        args: [],
        env: { ...clickhouse.env, DATABASE_URL: postgres.url, CLICKHOUSE_DATABASE: name },
      })
      let isOver = false
      const sending = crashed.send(service.url, { random, isOver: () => isOver })
      for (let round = 0; round < rounds; round += 1) {
        const { size } = crashed.accepted
        while (crashed.accepted.size === size) await delay(20)
        await delay(random() * 1000)
        await postgres.killAndStart()
      }
      isOver = true
      await sending
      await waitUntilReachable(own.db)
      await untilArrived(own.db)
      await service.end()
      crashed.expectEachOnce(await stored(name))
      await own.close()
      postgres.remove()
    },
  )
})

/** Acts like a failover: transactions under way in PostgreSQL are rolled back, and all connections break. */
async function endConnections({ db }: Connection): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}
