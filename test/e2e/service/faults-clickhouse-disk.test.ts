import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { untilMovedEventsArrived as untilHandedOver } from '../../../server/events/move/verify.ts'
import {
  hasOwnClickhouse,
  startClickhouse,
  type TestClickhouse,
  untilArrived,
} from './clickhouse/clickhouse.ts'
import { createSenders, type Senders } from './clickhouse/senders.ts'
import { createRandom, seedOfRun } from './random.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'
import { useDatabase } from './use-database.ts'

const reason = hasOwnClickhouse ? whyNoSmallDisk() : 'needs TEST_CHDB'
const rounds = 20

/** Space for ClickHouse's own tables and logs, and for the events. */
const megabytes = 512

/** ClickHouse reserves a MB for each write, so that some writes begin and do not end. */
const mostLeft = 1.2 * 2 ** 20

/** ClickHouse's own words, and those of the system. */
const noSpace = /not enough space|No space left on device/i

const where = `CONCORDAT_SEED=${seedOfRun}`

describe.skipIf(reason !== undefined)(`a full disk under ClickHouse (${reason ?? 'is mounted'})`, () => {
  const database = useDatabase()
  const random = createRandom(seedOfRun)
  let disk: SmallDisk
  let clickhouse: TestClickhouse
  let service: ServiceProcess
  let senders: Senders
  beforeAll(async () => {
    disk = mountSmallDisk(megabytes)
    clickhouse = await startClickhouse({ within: disk.folder })
    const { db } = database.connection
    const { project_id } = await seedOrganization(db, { name: 'Test', email: 'owner@example.com' })
    const query = db.selectFrom('projects').where('id', '=', project_id).select('api_token')
    senders = createSenders((await query.executeTakeFirstOrThrow()).api_token)
    service = await startService({ args: [], env: { DATABASE_URL: database.url, ...clickhouse.env } })
    await senders.capture(service.url, ['first'])
    await untilArrived(db)
  })
  afterAll(async () => {
    const code = await service?.end()
    await clickhouse?.stop()
    disk?.unmount()
    expect(code, `${where}\n${service?.log().slice(-5000)}`).toBe(0)
  })

  const waiting = async (): Promise<number> => {
    const answer = await fetch(`${service.url}/readyz`)
    expect(answer.status, where).toBe(200)
    return ((await answer.json()) as { events_waiting: number }).events_waiting
  }

  /** Number of log lines that tell why events wait. */
  const told = (): number =>
    service
      .log()
      .split('\n')
      .filter((line) => /"events wait for ClickHouse"/.test(line) && noSpace.test(line)).length

  it(`keeps events waiting, tells why, and neither loses nor doubles, ${rounds} times`, async () => {
    let isOver = false
    const sending = senders.send(service.url, { random, isOver: () => isOver, pause: 50 })
    sending.catch(() => {}) // awaited below; until then, a failure must not end the test run
    for (let round = 0; round < rounds; round += 1) {
      await delay(random() * 500)
      const before = told()
      disk.fill(random() * mostLeft)
      await expect.poll(told, { message: where }).toBeGreaterThan(before)
      await expect.poll(waiting, { message: where }).toBeGreaterThan(0)
      await delay(random() * 500)
      disk.free()
      await untilHandedOver(database.connection.db)
    }
    isOver = true
    await sending
    // Captures go on whatever ClickHouse says.
    expect(senders.unknown.size, where).toBe(0)
    await untilArrived(database.connection.db)
    const found = await clickhouse.client.query({
      query: `select toString(uuid) as uuid from ${clickhouse.database}.events`,
      format: 'JSONEachRow',
    })
    senders.expectEachOnce((await found.json<{ uuid: string }>()).map(({ uuid }) => uuid))
    expect(senders.accepted.size, where).toBeGreaterThan(rounds)
  })
})
