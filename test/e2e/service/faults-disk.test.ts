import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, connectDatabaseSource } from '../../../server/database/connection.ts'
import { until } from '../../waiting.ts'
import { type Api, createCaller } from './harness.ts'
import { createRandom, seedOfRun } from './random.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'

const reason = whyNoSmallDisk()
const rounds = 20

/** Space for the cluster, its write-ahead log and the events. */
const megabytes = 256

const where = `CONCORDAT_SEED=${seedOfRun}`

describe.skipIf(reason !== undefined)(`a full disk${reason === undefined ? '' : ` (${reason})`}`, () => {
  const random = createRandom(seedOfRun)
  let disk: SmallDisk
  let service: ServiceProcess
  let api: Api
  let token: string
  let connection: Connection
  beforeAll(async () => {
    disk = mountSmallDisk(megabytes)
    service = await startService({ args: ['--data', disk.folder], env: { DNS_SERVERS: 'none' } })
    const caller = createCaller(service.url, service.firstKey!)
    api = caller.api
    token = (await caller.client.projects.listProjects()).results[0]!.api_token
    connection = await connectDatabaseSource({ folder: disk.folder })
    // Each checkpoint shrinks the log, so that every round starts from the same state.
    for (const setting of ['wal_recycle = off', "min_wal_size = '32MB'", "max_wal_size = '48MB'"]) {
      await sql`alter system set ${sql.raw(setting)}`.execute(connection.db)
    }
    await sql`select pg_reload_conf()`.execute(connection.db)
  })
  afterAll(async () => {
    await connection?.close()
    const code = await service?.end()
    disk?.unmount()
    expect(code, `${where}\n${service?.log().slice(-5000)}`).toBe(0)
  })

  const accepted: string[] = []
  let refused = 0

  /** Sends a batch, and returns whether it was accepted. A rejection must have a clear message. */
  async function capture(size: number): Promise<boolean> {
    const batch = Array.from({ length: 10 }, () => ({
      uuid: randomUUID(),
      event: 'seen',
      distinct_id: `id-${Math.floor(random() * 50)}`,
      properties: { long: randomBytes(size).toString('hex') },
    }))
    const { status, body, headers } = await api
      .post('/batch', { api_key: token, batch })
      .catch((error: unknown) => {
        throw new Error(`${where}: no answer\n${service.log().slice(-3000)}`, { cause: error })
      })
    if (status === 200) {
      accepted.push(...batch.map(({ uuid }) => uuid))
      return true
    }
    refused += 1
    const told = `${where} ${JSON.stringify(body)}\n${service.log().slice(-3000)}`
    expect([status, headers.get('retry-after')], told).toEqual([503, '1'])
    // Not `busy`: four senders never need all connections, so this code would mean that one of them was lost.
    expect(body).toMatchObject({
      type: 'server_error',
      code: expect.stringMatching(/^(storage_full|unavailable)$/),
    })
    return false
  }

  async function captureUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) if (!(await capture(1000 + random() * 30_000))) await sleep(20)
  }

  async function expectUpAgain(): Promise<void> {
    await until(() => capture(10))
    expect((await api.get('/readyz')).status, where).toBe(200)
  }

  async function expectNothingLost(): Promise<void> {
    const rows = await connection.db.selectFrom('events').select('uuid').execute()
    const stored = new Set(rows.map(({ uuid }) => uuid))
    const lost = accepted.filter((uuid) => !stored.has(uuid))
    expect([lost, rows.length - stored.size], where).toEqual([[], 0])
  }

  /** Writes to the write-ahead log until there is no more space for it, and PostgreSQL gives up. */
  async function exhaustLog(): Promise<boolean> {
    const message = sql`select pg_logical_emit_message(false, 'test', repeat('x', 20000000))`
    for (let written = 0; written < megabytes; written += 20) {
      try {
        await message.execute(connection.db)
      } catch {
        return true
      }
    }
    return false
  }

  /** Captures from four senders while the disk fills up at a random moment, and while `during` runs. */
  async function fillWhileCapturing(during: () => Promise<void>): Promise<void> {
    let isOver = false
    const senders = Array.from({ length: 4 }, () => captureUntil(() => isOver))
    const all = Promise.all(senders)
    all.catch(() => {}) // it is awaited below; until then, a failure must not end the test run
    await sleep(random() * 100)
    disk.fill(random() * 2 ** 20)
    await during()
    disk.free()
    isOver = true
    await all
    await expectUpAgain()
  }

  it(`refuses what cannot be kept, and goes on when there is space, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await fillWhileCapturing(() => sleep(100 + random() * 400))
    }
    expect(refused, where).toBeGreaterThan(rounds)
    await expectNothingLost()
  })

  it(`that ends the database brings it back with the space, ${rounds} times`, async () => {
    let crashes = 0
    for (let round = 0; round < rounds; round += 1) {
      await fillWhileCapturing(async () => {
        crashes += (await exhaustLog()) ? 1 : 0
        await sleep(random() * 800)
      })
      await sql`checkpoint`.execute(connection.db)
    }
    expect(crashes, where).toBeGreaterThan(rounds / 2)
    await expectNothingLost()
  })
})
