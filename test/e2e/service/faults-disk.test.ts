import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../server/database/connection.ts'
import { createApi } from './harness.ts'
import { createRandom, seedOfRun } from './random.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'

const reason = whyNoSmallDisk()
const rounds = 20

/** Room for the cluster and what it keeps of its write-ahead log, at least 80 MB by itself. */
const megabytes = 300

/** Milliseconds for the service to be up again once there is space. */
const patience = 15_000

describe.skipIf(reason !== undefined)(`a full disk${reason === undefined ? '' : ` (${reason})`}`, () => {
  let disk: SmallDisk
  let service: ServiceProcess
  beforeAll(async () => {
    disk = mountSmallDisk(megabytes)
    service = await startService({ args: ['--data', disk.folder], env: { DNS_SERVERS: 'none' } })
  })
  afterAll(async () => {
    await service?.end()
    disk?.unmount()
  })

  it('refuses what cannot be kept, loses nothing else, and ends with the space', async () => {
    const random = createRandom(seedOfRun)
    const where = `SEED=${seedOfRun}`
    const api = createApi(service.url, service.firstKey)
    const { body } = await api.get<{ results: { id: number; api_token: string }[] }>('/api/projects')
    const token = body.results[0]!.api_token
    const capture = async (size: number) => {
      const batch = Array.from({ length: 10 }, () => ({
        uuid: randomUUID(),
        event: 'seen',
        distinct_id: `id-${Math.floor(random() * 50)}`,
        properties: { long: randomBytesOf(size) },
      }))
      const { status, body, headers } = await api.post('/batch', { api_key: token, batch })
      return { status, body, headers, uuids: batch.map(({ uuid }) => uuid) }
    }
    const accepted: string[] = []
    const statuses = new Map<number, number>()
    for (let round = 0; round < rounds; round += 1) {
      let isFull = true
      const senders = Array.from({ length: 4 }, async () => {
        while (isFull) {
          const { status, body, headers, uuids } = await capture(2000 + random() * 60_000)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 200) accepted.push(...uuids)
          else {
            expect(status, `${where} ${JSON.stringify(body)}`).toBe(503)
            expect(body).toMatchObject({ type: 'server_error' })
            expect(headers.get('retry-after')).toBe('1')
            await sleep(20)
          }
        }
      })
      await sleep(random() * 100)
      disk.fill(random() * 2 ** 20)
      await sleep(200 + random() * 600)
      disk.free()
      isFull = false
      await Promise.all(senders)
      const freed = Date.now()
      for (;;) {
        const { status, uuids } = await capture(10)
        if (status === 200) {
          accepted.push(...uuids)
          break
        }
        expect(Date.now() - freed, where).toBeLessThan(patience)
        await sleep(50)
      }
      console.log(round, Date.now() - freed, [...statuses])
    }
    expect(statuses.get(503), where).toBeGreaterThan(rounds)
    const { db, close } = await connect({ folder: disk.folder })
    const stored = new Set((await db.selectFrom('events').select('uuid').execute()).map(({ uuid }) => uuid))
    await close()
    expect(accepted.filter((uuid) => !stored.has(uuid)), where).toEqual([])
  })
})

const randomBytesOf = (length: number): string => Buffer.from(crypto.getRandomValues(new Uint8Array(length / 2))).toString('hex')
