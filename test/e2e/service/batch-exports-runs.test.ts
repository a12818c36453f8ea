import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportCompression, HttpDestinationWrite } from '../../../generated/types.ts'
import { makeDueExportRuns } from '../../../server/batch-exports/runs/schedule.ts'
import { quiet } from '../../waiting.ts'
import { addEvents, exportHour, finishedRuns, hour, makeExport, toFile } from './export-fixtures.ts'
import { recordsIn } from './exported-events.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'concordat-exports-'))
let service: TestService
beforeAll(async () => {
  service = await startTestService({
    EXPORT_FOLDER: folder,
    EXPORT_RETRY_SECONDS: '1',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    SECRET_KEY: 'a key for these tests',
  })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

async function makeFilledTenant(count: number): Promise<Tenant> {
  const tenant = await service.makeTenant()
  await addEvents(service.db, tenant.projectId, count)
  return tenant
}

const filesOf = (config: { path: string }) => readdirSync(path.join(folder, config.path)).sort()

describe('a run that waits says what for', () => {
  const messagesOf = async (tenant: Tenant, id: string) => {
    const path = { organization_id: tenant.id, id }
    const { results } = await tenant.owner.client.batchExports.listBatchExportLogs({ path })
    return results.map(({ message }) => message)
  }

  /** Returns a range that ends within an interval. */
  const lastMinute = () => ({
    start_at: new Date(Date.now() - 60_000).toISOString(),
    end_at: new Date().toISOString(),
  })

  it('the end of its interval', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: { type: 'NoOp', config: {} }, interval: 'week' })
    const { latest_runs } = await tenant.owner.client.batchExports.backfillBatchExport({
      path: { organization_id: tenant.id, id },
      body: lastMinute(),
    })
    const [run] = latest_runs
    expect(run).toMatchObject({ status: 'Starting' })
    expect(Date.parse(run!.data_interval_end)).toBeGreaterThan(Date.now())
    expect(await messagesOf(tenant, id)).toEqual([
      `The run is waiting for the end of its interval, ${run!.data_interval_end}.`,
    ])
  })

  it('transactions that have begun before that', async () => {
    const tenant = await makeFilledTenant(3)
    const { id } = await makeExport(tenant, { destination: { type: 'NoOp', config: {} } })
    const waits = 'The run is waiting until all events of its interval are stored.'
    const { client } = tenant.owner
    const path = { organization_id: tenant.id, id }
    await service.db.transaction().execute(async (transaction) => {
      await sql`select pg_current_xact_id()`.execute(transaction)
      // The run's interval must end while the transaction is open. A test cannot wait for that, so it sets
      // the end itself.
      await client.batchExports.backfillBatchExport({ path, body: lastMinute() })
      await sql`update batch_export_runs set data_interval_end = clock_timestamp(), due_at = clock_timestamp()
        where batch_export_id = ${id} and due_at > clock_timestamp()`.execute(service.db)
      await client.batchExports.backfillBatchExport({ path, body: hour })
      await expect.poll(() => messagesOf(tenant, id)).toContain(waits)
      // The run checks repeatedly, but logs the message once.
      await quiet(3000)
    })
    const runs = await finishedRuns(client, path)
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'Completed'))
    expect((await messagesOf(tenant, id)).filter((message) => message === waits)).toHaveLength(1)
  })
})

describe('a run into a folder', () => {
  it.each([
    ['gzip', gunzipSync],
    ['brotli', brotliDecompressSync],
  ] as const)('compresses JSON Lines with %s', async (compression, decompress) => {
    const tenant = await makeFilledTenant(50)
    const { place, destination } = toFile({ compression })
    await exportHour(tenant, await makeExport(tenant, { destination }))
    const [file] = filesOf(place)
    expect(recordsIn(decompress(readFileSync(path.join(folder, place.path, file!))))).toHaveLength(50)
  })

  it.each<ExportCompression>([null, 'gzip', 'brotli', 'zstd', 'lz4', 'snappy'])(
    'writes Parquet with %s',
    async (compression) => {
      const tenant = await makeFilledTenant(300)
      const { place, destination } = toFile({ file_format: 'Parquet', compression })
      await exportHour(tenant, await makeExport(tenant, { destination }))
      const [file] = filesOf(place)
      const bytes = readFileSync(path.join(folder, place.path, file!))
      const rows = await parquetReadObjects({
        file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
        compressors: {
          GZIP: inflated(gunzipSync),
          BROTLI: inflated(brotliDecompressSync),
          ZSTD: inflated(zstdDecompressSync),
          LZ4_RAW: inflateLz4,
        },
      })
      expect(rows).toHaveLength(300)
      expect(rows[1]).toMatchObject({ team_id: tenant.projectId, event: 'signed up', distinct_id: 'user-1' })
      expect(rows[1]!['created_at']).toEqual(new Date('2024-07-01T10:00:12Z'))
      expect(JSON.parse(rows[299]!['properties'] as string)).toMatchObject({ n: 299 })
    },
  )

  it('writes into one whose name is of dots alone', async () => {
    const tenant = await makeFilledTenant(5)
    const made = await makeExport(tenant, { destination: { type: 'File', config: { path: '....' } } })
    const run = await exportHour(tenant, made)
    expect(run).toMatchObject({ status: 'Completed', records_completed: 5 })
  })

  it('exports all persons, one record for each distinct id', async () => {
    const tenant = await makeFilledTenant(5)
    const { place, destination } = toFile({})
    const run = await exportHour(tenant, await makeExport(tenant, { destination, model: 'persons' }))
    expect(run).toMatchObject({ records_completed: 3, data_interval_start: null })
    const [file] = filesOf(place)
    const [record] = recordsIn(readFileSync(path.join(folder, place.path, file!)))
    expect(record).toMatchObject({ distinct_id: 'user-0', properties: { email: '0@example.com' } })
  })
})

const toAddress = (url: string): HttpDestinationWrite => ({
  type: 'HTTP',
  config: { url, token: 'secret-token-of-http' },
})

describe('a run to an address', () => {
  it('posts batches, and goes on after the last accepted one', async () => {
    const received: { key: string; body: { api_key: string; batch: { uuid: string }[] } }[] = []
    const answers = [200, 503, 200, 429, 200, 200]
    const target = await listen(async (request) => {
      received.push({
        key: String(request.headers['idempotency-key']),
        body: JSON.parse(Buffer.concat(await request.toArray()).toString()),
      })
      return answers[received.length - 1] ?? 200
    })
    const tenant = await makeFilledTenant(1300)
    const destination = toAddress(target.url)
    const run = await exportHour(tenant, await makeExport(tenant, { destination }))
    await target.close()
    expect(run).toMatchObject({ status: 'Completed', records_completed: 1300, records_total_count: 1300 })
    expect(received.map(({ body }) => body.batch.length)).toEqual([500, 500, 500, 300, 300])
    expect(received[1]!.key).toBe(received[2]!.key)
    expect(new Set(received.map(({ key }) => key)).size).toBe(3)
    const accepted = received.filter((_, index) => answers[index] === 200).flatMap(({ body }) => body.batch)
    expect(new Set(accepted.map(({ uuid }) => uuid)).size).toBe(1300)
  })

  it('gives a batch another key when it has come to end elsewhere', async () => {
    const tenant = await makeFilledTenant(300)
    const received: { key: string; uuids: string[] }[] = []
    const target = await listen(async (request) => {
      const { batch } = JSON.parse(Buffer.concat(await request.toArray()).toString())
      const uuids = (batch as { uuid: string }[]).map(({ uuid }) => uuid)
      received.push({ key: String(request.headers['idempotency-key']), uuids })
      if (received.length > 1) return 200
      await sql`update events set properties = jsonb_build_object('long', repeat('x', 10000))
        where project_id = ${tenant.projectId}`.execute(service.db)
      return 503
    })
    const destination = toAddress(target.url)
    await exportHour(tenant, await makeExport(tenant, { destination }))
    await target.close()
    const [lost, again, ...others] = received
    expect(lost!.uuids).toHaveLength(300)
    expect(again!.uuids[0]).toBe(lost!.uuids[0])
    expect(again!.uuids.length).toBeLessThan(300)
    expect(again!.key).not.toBe(lost!.key)
    expect([again!, ...others].flatMap(({ uuids }) => uuids)).toEqual(lost!.uuids)
  })

  it('fails at once when it is refused, and says so without secrets', async () => {
    const target = await listen(async () => 401)
    const tenant = await makeFilledTenant(3)
    const destination = toAddress(target.url)
    const batchExport = await makeExport(tenant, { destination })
    const run = await exportHour(tenant, batchExport)
    await target.close()
    expect(run).toMatchObject({ status: 'Failed', records_completed: 0 })
    expect(run.latest_error).toBe('The server responded with status 401.')
    const logs = await tenant.owner.client.batchExports.listBatchExportLogs({
      path: { organization_id: tenant.id, id: batchExport.id },
    })
    expect(logs.results.map(({ level }) => level)).toEqual(['ERROR', 'INFO'])
    expect(JSON.stringify(logs)).not.toContain('secret-token')
  })

  it('delivers all of it where a redirect keeps the request', async () => {
    const posted: number[] = []
    const target = await serve(async (request, response) => {
      const { batch } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { batch: unknown[] }
      if (request.url !== '/moved') return response.writeHead(308, { location: '/moved' }).end()
      posted.push(batch.length)
      return response.writeHead(200).end()
    })
    const tenant = await makeFilledTenant(600)
    const destination = toAddress(target.url)
    const run = await exportHour(tenant, await makeExport(tenant, { destination }))
    await target.close()
    expect(run).toMatchObject({ status: 'Completed', records_completed: 600 })
    expect(posted).toEqual([500, 100])
  })

  it.each([301, 302, 303, 304, 307])('fails at once when it is sent away with %i', async (status) => {
    const location = 'https://me:word@example.com/in?token=hidden'
    const requests: string[] = []
    const target = await serve(async (request, response) => {
      requests.push(`${request.method} ${request.url}`)
      request.resume()
      return response.writeHead(status, { location }).end()
    })
    const tenant = await makeFilledTenant(3)
    const destination = toAddress(target.url)
    const run = await exportHour(tenant, await makeExport(tenant, { destination }))
    await target.close()
    expect(run).toMatchObject({ status: 'Failed', records_completed: 0 })
    expect(requests).toEqual(['POST /'])
    expect(run.latest_error).toContain(`with status ${status}`)
    if (status !== 304) expect(run.latest_error).toContain('"https://example.com/in"')
    expect(run.latest_error).not.toMatch(/word|hidden/)
  })

  it('reaches no private address that the operator has not allowed', async () => {
    const tenant = await makeFilledTenant(3)
    const batchExport = await makeExport(tenant, { destination: toAddress('http://10.1.2.3/') })
    expect(await exportHour(tenant, batchExport)).toMatchObject({
      status: 'Failed',
      latest_error: expect.stringContaining('has no public address'),
    })
  })
})

describe('the schedule', () => {
  it('makes one run for each interval, although two processes look at once', async () => {
    const tenant = await makeFilledTenant(20)
    const { id } = await makeExport(tenant, { destination: { type: 'NoOp', config: {} }, paused: true })
    await service.db
      .updateTable('batch_exports')
      .set({ scheduled_until: new Date(hour.start_at), paused: false })
      .where('id', '=', id)
      .execute()
    const jobs = { send: async () => {} }
    const now = new Date('2024-07-01T13:30:00Z')
    await Promise.all([1, 2, 3].map(() => makeDueExportRuns({ db: service.db, jobs }, { now })))
    await makeDueExportRuns({ db: service.db, jobs }, { now })
    const path = { organization_id: tenant.id, id }
    const { latest_runs } = await tenant.owner.client.batchExports.getBatchExport({ path })
    expect(latest_runs.map(({ data_interval_start }) => data_interval_start)).toEqual([
      '2024-07-01T12:00:00Z',
      '2024-07-01T11:00:00Z',
      '2024-07-01T10:00:00Z',
    ])
  })

  it('runs each interval once, and when it has ended, although the clock of a process jumps by a day and back', async () => {
    const tenant = await makeFilledTenant(1)
    const { id } = await makeExport(tenant, { destination: { type: 'NoOp', config: {} }, paused: true })
    const now = new Date()
    const dayAhead = new Date(now.getTime() + 86_400_000)
    const dayBefore = new Date(now.getTime() - 86_400_000)
    await service.db
      .updateTable('batch_exports')
      .set({ scheduled_until: new Date(now.getTime() - 2 * 3_600_000), paused: false })
      .where('id', '=', id)
      .execute()
    const jobs = { send: async () => {} }
    for (const moment of [dayAhead, dayBefore, now, dayAhead])
      await makeDueExportRuns({ db: service.db, jobs }, { now: moment })
    const runs = await service.db
      .selectFrom('batch_export_runs')
      .where('batch_export_id', '=', id)
      .select(['data_interval_start', 'data_interval_end', sql<boolean>`due_at <= now()`.as('isDue')])
      .execute()
    expect(runs.length).toBeGreaterThanOrEqual(24)
    expect(new Set(runs.map(({ data_interval_start: start }) => String(start))).size).toBe(runs.length)
    for (const { data_interval_end: end, isDue } of runs) expect(isDue).toBe(Date.parse(end) <= now.getTime())
  })

  it('triggers nothing before start_at and after end_at', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, {
      destination: { type: 'NoOp', config: {} },
      paused: false,
      start_at: '2024-07-01T11:30:00Z',
      end_at: '2024-07-01T12:00:00Z',
    })
    await service.db
      .updateTable('batch_exports')
      .set({ scheduled_until: new Date(hour.start_at) })
      .where('id', '=', id)
      .execute()
    const jobs = { send: async () => {} }
    await makeDueExportRuns({ db: service.db, jobs }, { now: new Date('2024-07-01T13:30:00Z') })
    const path = { organization_id: tenant.id, id }
    const { latest_runs } = await tenant.owner.client.batchExports.getBatchExport({ path })
    expect(latest_runs.map(({ data_interval_end }) => data_interval_end)).toEqual(['2024-07-01T12:00:00Z'])
  })
})

const inflated = (decompress: (bytes: Uint8Array) => Buffer) => (bytes: Uint8Array) =>
  new Uint8Array(decompress(bytes))

/** Decompresses what the service compressed; written from the format's specification. */
function inflateLz4(input: Uint8Array, outputLength: number): Uint8Array {
  const output = new Uint8Array(outputLength)
  let at = 0
  let written = 0
  const length = (nibble: number) => {
    let total = nibble
    if (nibble === 15) {
      let byte: number
      do {
        byte = input[at++]!
        total += byte
      } while (byte === 255)
    }
    return total
  }
  while (at < input.length) {
    const token = input[at++]!
    const literals = length(token >> 4)
    output.set(input.subarray(at, at + literals), written)
    at += literals
    written += literals
    if (at >= input.length) break
    const distance = input[at]! | (input[at + 1]! << 8)
    at += 2
    for (let rest = length(token & 15) + 4; rest > 0; rest -= 1, written += 1) {
      output[written] = output[written - distance]!
    }
  }
  return output
}

const listen = (answer: (request: IncomingMessage) => Promise<number>) =>
  serve(async (request, response) => {
    const status = await answer(request)
    request.resume()
    response.writeHead(status).end()
  })

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
