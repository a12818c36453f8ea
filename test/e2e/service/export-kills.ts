import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { addEvents, finishedRuns, hour } from './export-fixtures.ts'
import { uuidsOf } from './exported-events.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { type ServiceProcess, startService } from './service-process.ts'

/** Exports of each destination. */
export const kills = 20

/**
 * Maximum milliseconds from a run's start to its end in another worker, with a kill in between. This guards
 * against hangs: on an otherwise idle machine, a round should take at most a third of it, as the printed
 * times show.
 */
export const longestRound = 60_000

/** Number of events in the exported hour. */
export const events = 12_000

/** A service whose workers are separate processes, and a tenant with events. */
export interface KillRig {
  readonly service: TestService
  readonly tenant: Tenant
  startWorker(): Promise<ServiceProcess>
}

/** @param env settings for all processes. */
export async function startKillRig(env: NodeJS.ProcessEnv): Promise<KillRig> {
  const settings = {
    EXPORT_RETRY_SECONDS: '1',
    // A killed process keeps its part of the share for 10 to 15 seconds, until its death is noticed.
    EXPORT_SHARE: '100',
    SECRET_KEY: 'a key for these tests',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    ...env,
  }
  const service = await startTestService({ ...settings, ROLE: 'web' })
  const tenant = await service.makeTenant()
  await addEvents(service.db, tenant.projectId, events)
  return {
    service,
    tenant,
    startWorker: () =>
      startService({ args: ['--role', 'worker'], env: { ...settings, DATABASE_URL: service.databaseUrl } }),
  }
}

/** An export whose worker is killed, and the events that its destination has in the end. */
export interface KillCase {
  /** Id of the export. */
  readonly id: string
  /** Sorted UUIDs of the exported events; an event that is there twice is listed twice. */
  readonly exported: () => Promise<readonly string[]>
}

/** One kill. */
export interface Kill {
  /** One or two exports, because a worker does two runs at a time. */
  readonly cases: readonly KillCase[]
  /** Resolves when the worker should die; called once a run is under way. */
  readonly moment: (worker: ServiceProcess) => Promise<void>
}

/** Starts the exports, and kills their worker. Returns the number of interrupted exports. */
export async function killOnce({ tenant, startWorker }: KillRig, { cases, moment }: Kill): Promise<number> {
  const { backfillBatchExport, getBatchExport } = tenant.owner.client.batchExports
  const paths = cases.map(({ id }) => ({ organization_id: tenant.id, id }))
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await getBatchExport({ path })).latest_runs[0]?.status))
  const worker = await startWorker()
  for (const path of paths) await backfillBatchExport({ path, body: hour })
  while (!(await statuses()).some((status) => status !== 'Starting')) await sleep(5)
  await moment(worker)
  await worker.end('SIGKILL')
  return (await statuses()).filter((status) => status === 'Running').length
}

/**
 * Kills workers in the middle of runs, with new exports for each kill. In the end, their destinations must
 * have every event once. Returns the exports.
 * @param moment resolves when a worker should die.
 */
export async function expectKillsSurvived<Case extends KillCase>(
  rig: KillRig,
  {
    makeCases,
    moment,
    where,
  }: { makeCases: () => Promise<readonly Case[]>; where: string } & Pick<Kill, 'moment'>,
): Promise<readonly Case[]> {
  const before = await runsTakenUpAgain(rig)
  const begun = performance.now()
  const all: Case[] = []
  let interrupted = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const cases = await makeCases()
    all.push(...cases)
    interrupted += await killOnce(rig, { cases, moment })
  }
  const killed = performance.now()
  expect(interrupted, where).toBeGreaterThanOrEqual(kills / 2)
  await expectEachEventOnce(rig, { cases: all, where })
  const ended = performance.now()
  const round = (ended - begun) / kills
  const seconds = (from: number, to: number) => `${((to - from) / kills / 1000).toFixed(1)} s`
  console.log(
    `${kills} kills, ${interrupted} runs interrupted, ${seconds(begun, ended)} a round: ${seconds(begun, killed)} until the kill, ${seconds(killed, ended)} to mend`,
  )
  expect(round, `${where}: milliseconds a round`).toBeLessThan(longestRound)
  const takenUp = (await runsTakenUpAgain(rig)) - before
  expect(takenUp, `${where}: runs that were taken up again`).toBeGreaterThanOrEqual(kills / 2)
  return all
}

/** Starts one more worker, and expects all runs to be completed, with every event once. */
export async function expectEachEventOnce(
  { service, tenant, startWorker }: KillRig,
  { cases, where }: { cases: readonly KillCase[]; where: string },
): Promise<void> {
  const uuids = await uuidsOf(service.db, tenant.projectId)
  expect(uuids).toHaveLength(events)
  const last = await startWorker()
  for (const { id, exported } of cases) {
    const path = { organization_id: tenant.id, id }
    const runs = await finishedRuns(tenant.owner.client, path)
    expect(runs, where).toMatchObject([
      { status: 'Completed', records_completed: events, records_total_count: events, latest_error: null },
    ])
    expect(await exported(), where).toEqual(uuids)
  }
  expect(await last.end()).toBe(0)
}

/** Returns the number of runs that were begun more than once, according to the log. */
async function runsTakenUpAgain({ service }: KillRig): Promise<number> {
  const { rows } = await sql`
    select run_id from batch_export_logs where message like 'Exporting %' group by 1 having count(*) > 1`.execute(
    service.db,
  )
  return rows.length
}
