import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchExportRun } from '../../../generated/types.ts'
import { until } from '../../waiting.ts'
import { addEvents, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'concordat-export-faults-'))
const settings = {
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  EXPORT_FOLDER: folder,
  EXPORT_RETRY_SECONDS: '1',
  SECRET_KEY: 'a key for these tests',
}
let service: TestService
let tenant: Tenant
const events = 30_000
beforeAll(async () => {
  service = await startTestService({ ...settings, ROLE: 'web' })
  tenant = await service.makeTenant()
  await addEvents(service.db, tenant.projectId, events)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const startWorker = (): Promise<ServiceProcess> =>
  startService({ args: ['--role', 'worker'], env: { ...settings, DATABASE_URL: service.databaseUrl } })

async function makeFileExport() {
  const place = path.join(folder, crypto.randomUUID())
  const config = { path: path.basename(place), max_file_size_mb: 1 }
  const { id } = await makeExport(tenant, { destination: { type: 'File', config } })
  return { place, exportPath: { organization_id: tenant.id, id } }
}

const uuidsIn = (place: string): string[] =>
  readdirSync(place).flatMap((file) =>
    readFileSync(path.join(place, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { uuid: string }).uuid),
  )

describe('a worker that is killed in the middle of a run', () => {
  it('leaves nothing half done, and another one takes the run up', async () => {
    const { place, exportPath } = await makeFileExport()
    const { client } = tenant.owner
    const { backfillBatchExport, getBatchExport } = client.batchExports
    const first = await startWorker()
    await backfillBatchExport({ path: exportPath, body: hour })
    const status = async () => (await getBatchExport({ path: exportPath })).latest_runs[0]?.status
    while ((await status()) === 'Starting') await sleep(5)
    while (!existsSync(place) || readdirSync(place).length === 0) await sleep(5)
    await first.end('SIGKILL')
    expect(await status()).toBe('Running')
    const whole = readdirSync(place).filter((name) => !name.startsWith('.'))
    expect(whole).toEqual([])
    const second = await startWorker()
    const [run] = await finishedRuns(client, exportPath)
    await second.end()
    expect(run).toMatchObject({
      status: 'Completed',
      records_completed: events,
      batch_export: exportPath.id,
    })
    const uuids = uuidsIn(place)
    expect(uuids).toHaveLength(events)
    expect(new Set(uuids).size).toBe(events)
  })
})

describe('an exporting process that comes to more memory than it may have', () => {
  it('is ended, the run says so, and the next run has another', async () => {
    const large = await service.makeTenant()
    await addEvents(service.db, large.projectId, 30)
    await sql`update events set properties = jsonb_build_object('large', repeat(md5(uuid::text), 300000))
      where project_id = ${large.projectId}`.execute(service.db)
    const env = {
      ...settings,
      DATABASE_URL: service.databaseUrl,
      EXPORT_MEMORY: '128',
      EXPORT_RETRY_SECONDS: '600',
    }
    const worker = await startService({ args: ['--role', 'worker'], env })
    const ends: BatchExportRun['status'][] = ['Completed', 'Failed', 'FailedRetryable']
    const [swelling, usual] = await Promise.all(
      [large, tenant].map(async (whose) => {
        const { client } = whose.owner
        const { id } = await makeExport(whose, { destination: { type: 'NoOp', config: {} } })
        const exportPath = { organization_id: whose.id, id }
        await client.batchExports.backfillBatchExport({ path: exportPath, body: hour })
        return (await finishedRuns(client, exportPath, ends))[0]
      }),
    )
    expect(swelling).toMatchObject({
      status: 'FailedRetryable',
      latest_error: 'The export process exceeded its memory limit of 128 MB and was stopped.',
    })
    expect(usual).toMatchObject({ status: 'Completed', records_completed: events })
    await worker.end()
  })
})

describe('two workers', () => {
  it('do each run once', async () => {
    const { place, exportPath } = await makeFileExport()
    const { backfillBatchExport, updateBatchExport } = tenant.owner.client.batchExports
    await updateBatchExport({ path: exportPath, body: { interval: 'every 5 minutes' } })
    const workers = await Promise.all([startWorker(), startWorker()])
    await backfillBatchExport({ path: exportPath, body: hour })
    const completed = async () =>
      (await runsOf(exportPath.id)).filter(({ status }) => status === 'Completed').length
    await expect.poll(completed).toBe(12)
    for (const worker of workers) await worker.end()
    const log = await service.db
      .selectFrom('batch_export_logs')
      .where('batch_export_id', '=', exportPath.id)
      .where('message', 'like', 'Exported %')
      .select('run_id')
      .execute()
    expect(log).toHaveLength(12)
    expect(new Set(uuidsIn(place)).size).toBe(events)
    expect(uuidsIn(place)).toHaveLength(events)
  })
})

describe('a worker that is told to stop', () => {
  it('waits for no answer of a destination, and its run goes on elsewhere', async () => {
    const held: ServerResponse[] = []
    let isOpen = false
    const destination = createServer((request, response) => {
      request.resume()
      if (isOpen) response.end()
      else held.push(response)
    })
    await once(destination.listen(0, '127.0.0.1'), 'listening')
    const { port } = destination.address() as AddressInfo
    const config = { url: `http://127.0.0.1:${port}/`, token: 'token' }
    const { id } = await makeExport(tenant, { destination: { type: 'HTTP', config } })
    const exportPath = { organization_id: tenant.id, id }
    const { client } = tenant.owner
    const first = await startWorker()
    await client.batchExports.backfillBatchExport({ path: exportPath, body: hour })
    await until(() => held.length > 0)
    expect(await first.end('SIGTERM')).toBe(0)
    isOpen = true
    const second = await startWorker()
    const [run] = await finishedRuns(client, exportPath)
    await second.end()
    destination.close().closeAllConnections()
    expect(run).toMatchObject({ status: 'Completed', records_completed: events })
  })

  it('leaves what is whole, and its run goes on elsewhere', async () => {
    const { place, exportPath } = await makeFileExport()
    const { client } = tenant.owner
    const first = await startWorker()
    await client.batchExports.backfillBatchExport({ path: exportPath, body: hour })
    await expect.poll(async () => (await runsOf(exportPath.id))[0]?.status, { interval: 5 }).toBe('Running')
    expect(await first.end('SIGTERM')).toBe(0)
    const second = await startWorker()
    const [run] = await finishedRuns(client, exportPath)
    await second.end()
    expect(run).toMatchObject({ status: 'Completed', records_completed: events })
    expect(new Set(uuidsIn(place)).size).toBe(events)
  })
})

describe('an export that is deleted while it runs', () => {
  it('stops its run and leaves no file', async () => {
    const { place, exportPath } = await makeFileExport()
    const { client } = tenant.owner
    const worker = await startWorker()
    await client.batchExports.backfillBatchExport({ path: exportPath, body: hour })
    await expect.poll(async () => (await runsOf(exportPath.id))[0]?.status, { interval: 5 }).toBe('Running')
    await client.batchExports.deleteBatchExport({ path: exportPath })
    await expect.poll(() => readdirSync(place)).toEqual([])
    await worker.end()
    expect((await runsOf(exportPath.id)).map(({ status }) => status)).toEqual(['Cancelled'])
  })
})

const runsOf = (id: string) =>
  service.db.selectFrom('batch_export_runs').where('batch_export_id', '=', id).select('status').execute()
