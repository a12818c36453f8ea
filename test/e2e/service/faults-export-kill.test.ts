import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BatchExport } from '../../../generated/types.ts'
import { addEvents, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { uuidsIn, uuidsOf } from './exported-events.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { type ObjectStore, startObjectStore } from './object-store.ts'
import { createRandom, seedOfRun } from './random.ts'
import { startService } from './service-process.ts'

const kills = 20
const events = 12_000
const folder = mkdtempSync(path.join(tmpdir(), 'concordat-export-kill-'))
const settings = {
  EXPORT_FOLDER: folder,
  EXPORT_RETRY_SECONDS: '1',
  SECRET_KEY: 'a key for these tests',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
}
let service: TestService
let tenant: Tenant
let store: ObjectStore
let uuids: string[]
beforeAll(async () => {
  store = await startObjectStore()
  service = await startTestService({ ...settings, ROLE: 'web' })
  tenant = await service.makeTenant()
  await addEvents(service.db, tenant.projectId, events)
  uuids = await uuidsOf(service.db, tenant.projectId)
})
afterAll(async () => {
  await service.stop()
  await store.close()
  rmSync(folder, { recursive: true })
})

const startWorker = () =>
  startService({ args: ['--role', 'worker'], env: { ...settings, DATABASE_URL: service.databaseUrl } })

/** An export, and what its destination has of it. */
interface Case {
  readonly path: string
  readonly contents: () => readonly Buffer[]
}

async function makeCase(type: 'File' | 'S3'): Promise<Case> {
  const place = crypto.randomUUID()
  const config =
    type === 'File'
      ? { path: place }
      : {
          bucket_name: 'bucket',
          region: 'us-east-1',
          prefix: place,
          endpoint_url: store.url,
          aws_access_key_id: 'id',
          aws_secret_access_key: 'secret',
        }
  const destination = { type, config: { ...config, max_file_size_mb: 1 } }
  const { id } = await makeExport(tenant, { destination })
  const read = () =>
    readdirSync(path.join(folder, place)).map((name) => readFileSync(path.join(folder, place, name)))
  return {
    path: `${tenant.path}/batch_exports/${id}`,
    contents:
      type === 'File' ? read : () => store.objectsBelow(`/bucket/${place}/`).map(({ content }) => content),
  }
}

it(`exports every event once though workers are killed ${kills} times in the middle of runs`, async () => {
  const where = `SEED=${seedOfRun}`
  const random = createRandom(seedOfRun)
  const { api } = tenant.owner
  const cases: Case[] = []
  let interrupted = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const starting = startWorker()
    const made = await Promise.all([makeCase('File'), makeCase('S3')])
    cases.push(...made)
    const worker = await starting
    for (const { path } of made) await api.post(`${path}/backfill`, hour)
    const statuses = () =>
      Promise.all(
        made.map(async ({ path }) => (await api.get<BatchExport>(path)).body.latest_runs[0]?.status),
      )
    while (!(await statuses()).some((status) => status !== 'Starting')) await sleep(5)
    await sleep(random() * 400)
    await worker.end('SIGKILL')
    interrupted += (await statuses()).filter((status) => status === 'Running').length
  }
  expect(interrupted, where).toBeGreaterThanOrEqual(kills / 2)
  const last = await startWorker()
  for (const { path, contents } of cases) {
    const runs = await finishedRuns(api, path, 180_000)
    expect(runs, where).toMatchObject([
      { status: 'Completed', records_completed: events, latest_error: null },
    ])
    expect(uuidsIn(contents()), where).toEqual(uuids)
  }
  expect(await last.end()).toBe(0)
  expect(
    readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('partial')),
    where,
  ).toEqual([])
  const { rows } = await sql<{ taken: string }>`
    select run_id, count(*) as taken from batch_export_logs where message like 'Exporting %'
    group by 1 having count(*) > 1`.execute(service.db)
  expect(rows.length, `${where}: runs that were taken up again`).toBeGreaterThanOrEqual(kills / 2)
})
