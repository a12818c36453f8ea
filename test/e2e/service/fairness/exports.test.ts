import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GetBatchExportRequest } from '../../../../generated/types.ts'
import { quiet } from '../../../waiting.ts'
import { addEvents, hour, makeExport } from '../export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from '../harness.ts'

const isLong = process.env['TEST_LONG'] === '1'

/** Number of the other organization's runs. */
const crowd = isLong ? 10_000 : 1500

/** Number of runs that compete with the others; their median counts. */
const samples = isLong ? 15 : 5

/** Maximum number of the other organization's runs that are allowed to end meanwhile. */
const mostBefore = 5

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
  await run()
})
afterAll(() => service.stop())

/** Requests a run, and waits for its end. */
async function run(): Promise<void> {
  const { backfillBatchExport, getBatchExport } = modest.owner.client.batchExports
  await backfillBatchExport({ path: modestExport, body: hour })
  for (;;) {
    const { latest_runs } = await getBatchExport({ path: modestExport })
    const [latest] = latest_runs
    if (latest?.status === 'Completed') return
    if (latest !== undefined && !['Starting', 'Running'].includes(latest.status))
      throw new Error(`The run came to "${latest.status}": ${latest.latest_error}`)
    await sleep(10)
  }
}

/**
 * Returns how many of the other organization's runs end between the request for a run and the end of that
 * run: the median of several.
 */
async function medianBefore(): Promise<number> {
  const counts = []
  for (let count = 0; count < samples; count += 1) {
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(service.db)
    await run()
    counts.push(await endedSince(rows[0]!.now))
  }
  console.log(`runs of others that ended before one of its own: ${counts.join(', ')}`)
  return counts.toSorted((one, other) => one - other)[Math.floor(samples / 2)]!
}

/** Number of the other organization's runs that ended after a time and before the last run of its own did. */
async function endedSince(time: string): Promise<number> {
  const ended = service.db.selectFrom('batch_export_runs').where('status', '=', 'Completed')
  const { end } = await ended
    .where('organization_id', '=', modest.id)
    .select(({ fn }) => fn.max('finished_at').as('end'))
    .executeTakeFirstOrThrow()
  const { count } = await ended
    .where('organization_id', '=', greedy.id)
    .where('finished_at', '>', time)
    .where('finished_at', '<=', end)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** Returns the number of an organization's jobs that are waiting or under way. */
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
  it(`${crowd} runs of a backfill waits for ${mostBefore} of them at most, and these go with their export`, async () => {
    const { id } = await makeExport(greedy, {
      destination: { type: 'NoOp', config: {} },
      interval: 'every 5 minutes',
    })
    const { backfillBatchExport, deleteBatchExport } = greedy.owner.client.batchExports
    const path = { organization_id: greedy.id, id }
    const end = Date.parse(hour.end_at)
    const range = { start_at: new Date(end - crowd * 300_000).toISOString(), end_at: hour.end_at }
    await backfillBatchExport({ path, body: range })
    await expect.poll(() => completedRuns(greedy)).toBeGreaterThan(3)
    expect(await medianBefore()).toBeLessThanOrEqual(mostBefore)
    // Between two batches of a backfill's runs there is none for a moment. After the last one, none follows.
    await expect
      .poll(() => openRuns(greedy), { message: 'runs that are still to be done' })
      .toBeGreaterThan(0)
    await expect.poll(() => openJobs(greedy), { message: 'jobs of the backfill' }).toBeGreaterThan(0)
    expect(await openJobs(greedy), 'jobs of the backfill: those under way, and the next').toBeLessThanOrEqual(
      3,
    )
    await deleteBatchExport({ path })
    await expect.poll(() => openRuns(greedy)).toBe(0)
    const done = await completedRuns(greedy)
    await quiet(1000)
    expect(await completedRuns(greedy)).toBe(done)
  })

  it('20 runs to addresses that never answer waits for the end of none', async () => {
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
    await expect.poll(() => sockets.size).toBeGreaterThan(0)
    const open = await openRuns(greedy)
    for (let count = 0; count < samples; count += 1) await run()
    expect(await openRuns(greedy)).toBe(open)
    for (const socket of sockets) socket.destroy()
    tarpit.close()
  })
})
