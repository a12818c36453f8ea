import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GetBatchExportRequest } from '../../../../generated/types.ts'
import { addEvents, hour, makeExport } from '../export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from '../harness.ts'

const isLong = process.env['TEST_LONG'] === '1'

/** Runs of the other organization. */
const crowd = isLong ? 10_000 : 1500

/** Runs that are timed, alone and beside others; their median counts. */
const samples = isLong ? 15 : 5

/** How many times as long a run may take beside others. */
const mostTimes = 3

let service: TestService
let greedy: Tenant
let modest: Tenant
let modestExport: GetBatchExportRequest['path']
beforeAll(async () => {
  service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', EXPORT_RETRY_SECONDS: '1' })
  greedy = await service.makeTenant()
  modest = await service.makeTenant()
  await addEvents(service.db, modest.projectId, 100)
  const { id } = await makeExport(modest, { destination: { type: 'NoOp', config: {} } })
  modestExport = { organization_id: modest.id, id }
  await timeRun()
})
afterAll(() => service.stop())

/** Milliseconds from asking for a run to its end. */
async function timeRun(): Promise<number> {
  const { backfillBatchExport, getBatchExport } = modest.owner.client.batchExports
  const asked = performance.now()
  await backfillBatchExport({ path: modestExport, body: hour })
  for (;;) {
    const { latest_runs } = await getBatchExport({ path: modestExport })
    const [run] = latest_runs
    if (run?.status === 'Completed') return performance.now() - asked
    if (run !== undefined && !['Starting', 'Running'].includes(run.status))
      throw new Error(`The run came to "${run.status}": ${run.latest_error}`)
    await sleep(10)
  }
}

async function medianRun(): Promise<number> {
  const times = []
  for (let count = 0; count < samples; count += 1) times.push(await timeRun())
  return times.toSorted((one, other) => one - other)[Math.floor(samples / 2)]!
}

const openRuns = async ({ id }: Tenant): Promise<number> => {
  const { count } = await service.db
    .selectFrom('batch_export_runs')
    .where('organization_id', '=', id)
    .where('status', 'in', ['Starting', 'Running', 'FailedRetryable'])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Jobs of an organization that wait or are under way. */
const openJobs = async ({ id }: Tenant): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs.job
    where group_id = ${id} and state in ('created', 'retry', 'active')`.execute(service.db)
  return rows[0]!.count
}

const completedRuns = async ({ id }: Tenant): Promise<number> => {
  const { count } = await service.db
    .selectFrom('batch_export_runs')
    .where('organization_id', '=', id)
    .where('status', '=', 'Completed')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe("a run beside another organization's", () => {
  let alone: number
  beforeAll(async () => {
    alone = await medianRun()
  })
  const tell = (what: string, beside: number) =>
    console.log(
      `alone ${alone.toFixed(0)} ms, beside ${what} ${beside.toFixed(0)} ms: ${(beside / alone).toFixed(2)} times`,
    )

  it(`${crowd} runs of a backfill waits at most ${mostTimes} times as long, and these go with their export`, async () => {
    const { id } = await makeExport(greedy, {
      destination: { type: 'NoOp', config: {} },
      interval: 'every 5 minutes',
    })
    const { backfillBatchExport, deleteBatchExport } = greedy.owner.client.batchExports
    const path = { organization_id: greedy.id, id }
    const end = Date.parse(hour.end_at)
    const range = { start_at: new Date(end - crowd * 300_000).toISOString(), end_at: hour.end_at }
    await backfillBatchExport({ path, body: range })
    await expect.poll(() => completedRuns(greedy), { timeout: 60_000 }).toBeGreaterThan(3)
    const beside = await medianRun()
    expect(await openRuns(greedy), 'runs that are still to be done').toBeGreaterThan(0)
    const jobs = await openJobs(greedy)
    expect(jobs, 'jobs of the backfill').toBeGreaterThan(0)
    expect(jobs, 'jobs of the backfill: those under way, and the next').toBeLessThanOrEqual(3)
    tell(`${crowd} runs`, beside)
    expect(beside).toBeLessThanOrEqual(mostTimes * alone)
    await deleteBatchExport({ path })
    await expect.poll(() => openRuns(greedy)).toBe(0)
    const done = await completedRuns(greedy)
    await sleep(1000)
    expect(await completedRuns(greedy)).toBe(done)
  })

  it(`20 runs to addresses that never answer waits at most ${mostTimes} times as long`, async () => {
    const sockets = new Set<Socket>()
    const tarpit = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.resume()
    })
    await once(tarpit.listen(0, '127.0.0.1'), 'listening')
    const { port } = tarpit.address() as AddressInfo
    await addEvents(service.db, greedy.projectId, 10)
    const config = { url: `http://127.0.0.1:${port}/`, token: 'token' }
    for (let count = 0; count < 20; count += 1) {
      const { id } = await makeExport(greedy, { destination: { type: 'HTTP', config } })
      const path = { organization_id: greedy.id, id }
      await greedy.owner.client.batchExports.backfillBatchExport({ path, body: hour })
    }
    await expect.poll(() => sockets.size, { timeout: 30_000 }).toBeGreaterThan(0)
    const beside = await medianRun()
    tell('20 tarpits', beside)
    expect(beside).toBeLessThanOrEqual(mostTimes * alone)
    for (const socket of sockets) socket.destroy()
    tarpit.close()
  })
})
