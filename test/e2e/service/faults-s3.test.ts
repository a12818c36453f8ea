import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GetBatchExportRequest } from '../../../generated/types.ts'
import { until } from '../../waiting.ts'
import { addEvents, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { uuidsIn, uuidsOf } from './exported-events.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { type ObjectStore, type Outage, startObjectStore } from './object-store.ts'
import { createRandom, seedOfRun } from './random.ts'

const outagesOfEach = 20

const where = `CONCORDAT_SEED=${seedOfRun}`

let service: TestService
/** A tenant whose events are exported to objects with two parts. */
let large: Tenant
/** A tenant whose events are exported to several objects. */
let small: Tenant
beforeAll(async () => {
  service = await startTestService({ EXPORT_RETRY_SECONDS: '1', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' })
  large = await service.makeTenant()
  small = await service.makeTenant()
  await addEvents(service.db, large.projectId, 1000)
  await addEvents(service.db, small.projectId, 6000)
  await sql`update events set properties = jsonb_build_object('long', repeat(uuid::text, 250))
    where project_id = ${large.projectId}`.execute(service.db)
})
afterAll(() => service.stop())

/** An export, and where to find what the store should have of it. */
interface Case {
  readonly tenant: Tenant
  readonly path: GetBatchExportRequest['path']
  readonly folder: string
}

async function makeCase(store: ObjectStore, tenant: Tenant): Promise<Case> {
  const prefix = crypto.randomUUID()
  const config = {
    bucket_name: 'bucket',
    region: 'us-east-1',
    prefix,
    endpoint_url: store.url,
    aws_access_key_id: 'id',
    aws_secret_access_key: 'secret',
    ...(tenant === small && { max_file_size_mb: 1 }),
  }
  const { id } = await makeExport(tenant, { destination: { type: 'S3', config } })
  return { tenant, path: { organization_id: tenant.id, id }, folder: `/bucket/${prefix}/` }
}

const backfill = ({ tenant, path }: Case) =>
  tenant.owner.client.batchExports.backfillBatchExport({ path, body: hour })

async function expectWhole(store: ObjectStore, { tenant, path, folder }: Case): Promise<void> {
  const runs = await finishedRuns(tenant.owner.client, path)
  expect(runs, where).toMatchObject([{ status: 'Completed', latest_error: null }])
  const contents = store.objectsBelow(folder).map(({ content }) => content)
  expect(uuidsIn(contents), where).toEqual(await uuidsOf(service.db, tenant.projectId))
}

/** Returns the milliseconds from each of a run's failed attempts to the next attempt. */
async function pausesOf({ path: { id } }: Case): Promise<number[]> {
  const entries = await service.db
    .selectFrom('batch_export_logs')
    .where('batch_export_id', '=', id)
    .where((eb) => eb.or([eb('message', 'like', 'Exporting %'), eb('level', '=', 'ERROR')]))
    .orderBy('timestamp')
    .select(['level', 'timestamp', 'message'])
    .execute()
  return entries.flatMap(({ level, timestamp, message }, index) => {
    if (level !== 'ERROR') return []
    expect(message, where).toMatch(/\S[.!?] The run will be retried.$/)
    return [Date.parse(entries[index + 1]?.timestamp ?? '') - Date.parse(timestamp)]
  })
}

it.concurrent(`comes through ${3 * outagesOfEach} outages of an S3 server with every event once`, async () => {
  const random = createRandom(seedOfRun)
  const store = await startObjectStore()
  const outages = Array.from({ length: outagesOfEach }, () => ['refuse', 'hang', 'die'] as const).flat()
  const struck: Record<Outage, number> = { refuse: 0, hang: 0, die: 0 }
  const cases: Case[] = []
  for (const outage of outages) {
    const made = await makeCase(store, random() < 0.5 ? large : small)
    cases.push(made)
    const before = store.requests()
    await backfill(made)
    await until(() => store.requests() !== before)
    await sleep(random() * 40)
    // Waits so that the outage mostly begins in the middle of a request, however slow the machine is. A run
    // that has ended meanwhile makes no request.
    for (const until = Date.now() + 1000; store.underWay() === 0 && Date.now() < until; ) await sleep(1)
    await store.fail(outage)
    await sleep(random() * 800)
    struck[outage] += store.spoilt() > 0 ? 1 : 0
    await store.recover()
  }
  const pauses: number[][] = []
  for (const made of cases) {
    await expectWhole(store, made)
    pauses.push(await pausesOf(made))
  }
  await store.close()
  for (const outage of ['refuse', 'hang', 'die'] as const) {
    expect(struck[outage], `${where}: outages "${outage}" that spoilt a request`).toBeGreaterThan(
      outagesOfEach / 4,
    )
  }
  for (const [failures, pause] of pauses.flatMap((ofRun) => [...ofRun.entries()])) {
    expect(pause, `${where}: the pause after ${failures} earlier failures`).toBeGreaterThan(
      900 * 2 ** failures,
    )
  }
  expect(pauses.flat().length, `${where}: failed attempts`).toBeGreaterThan(outagesOfEach / 2)
})

it.concurrent('gives a request up that an S3 server leaves without an answer', async () => {
  const store = await startObjectStore()
  const made = await makeCase(store, small)
  await store.fail('hang')
  await backfill(made)
  await until(() => store.spoilt() >= 2)
  await store.recover()
  await expectWhole(store, made)
  await store.close()
})
