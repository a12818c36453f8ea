import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BatchExportDestinationWrite } from '../../../generated/types.ts'
import { type BatchReceiver, startBatchReceiver } from './batch-receiver.ts'
import { type Bucket, openBucket } from './buckets.ts'
import { type CuttableProxy, startProxy } from './cuttable-proxy.ts'
import { finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { events, type KillCase, type KillRig, kills, longestRound, startKillRig } from './export-kills.ts'
import { uuidsIn, uuidsOf } from './exported-events.ts'
import { createRandom, seedOfRun } from './random.ts'
import type { ServiceProcess } from './service-process.ts'

const where = `CONCORDAT_SEED=${seedOfRun}`

let rig: KillRig
let worker: ServiceProcess
let receiver: BatchReceiver
let proxy: CuttableProxy
let database: Client
let bucket: Bucket
beforeAll(async () => {
  receiver = await startBatchReceiver()
  bucket = await openBucket()
  rig = await startKillRig({})
  const { searchParams } = new URL(rig.service.databaseUrl)
  proxy = await startProxy(path.join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  database = new Client({ connectionString: rig.service.databaseUrl })
  await database.connect()
  await database.query('create schema exported')
  worker = await rig.startWorker()
})
afterAll(async () => {
  const code = await worker?.end()
  await database?.end()
  await rig?.service.stop()
  await proxy?.cut()
  await receiver?.close()
  await bucket?.close()
  expect(code, where).toBe(0)
})

async function makeCase(
  destination: BatchExportDestinationWrite,
  exported: KillCase['exported'],
): Promise<KillCase> {
  const { id } = await makeExport(rig.tenant, { destination })
  return { id, exported }
}

const makers: Readonly<Record<string, () => Promise<KillCase>>> = {
  S3: async () => {
    const prefix = crypto.randomUUID()
    const config = { ...bucket.config, prefix, max_file_size_mb: 1 }
    return await makeCase({ type: 'S3', config }, async () =>
      uuidsIn(await bucket.contentsBelow(`${prefix}/`)),
    )
  },
  PostgreSQL: async () => {
    const table_name = `t_${crypto.randomUUID()}`
    const { pathname, username: user } = new URL(rig.service.databaseUrl)
    const place = { host: '127.0.0.1', port: proxy.port, database: pathname.slice(1), user }
    const rest = {
      password: 'none is asked for',
      schema: 'exported',
      table_name,
      sslmode: 'disable',
    } as const
    const config = { ...place, ...rest }
    return await makeCase({ type: 'Postgres', config }, async () => {
      const { rows } = await database.query<{ uuid: string }>(`select uuid from exported."${table_name}"`)
      return rows.map(({ uuid }) => uuid).sort()
    })
  },
  HTTP: async () => {
    const name = crypto.randomUUID()
    const config = { url: receiver.urlOf(name), token: 'token' }
    return await makeCase({ type: 'HTTP', config }, async () => {
      const once = new Map(receiver.received(name).map(({ key, uuids }) => [key, uuids]))
      return [...once.values()].flat().sort()
    })
  },
}

/** Returns the ids of a service's exporting processes. */
const exporters = ({ pid }: ServiceProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const pathOf = ({ id }: KillCase) => ({ organization_id: rig.tenant.id, id })

const statusOf = async (made: KillCase) =>
  (await rig.tenant.owner.client.batchExports.getBatchExport({ path: pathOf(made) })).latest_runs[0]?.status

/** Returns an export's log entries, with their times. */
async function logOf({ id }: Pick<KillCase, 'id'>): Promise<string> {
  const entries = await rig.service.db
    .selectFrom('batch_export_logs')
    .where('batch_export_id', '=', id)
    .orderBy('id')
    .select(['timestamp', 'message'])
    .execute()
  return entries.map(({ timestamp, message }) => `  ${timestamp} ${message}`).join('\n')
}

it.runIf(process.platform === 'linux').each(Object.keys(makers))(
  `%s: has every event once though the exporting process is killed ${kills} times in the middle of runs`,
  async (type) => {
    const random = createRandom(seedOfRun)
    const { client } = rig.tenant.owner
    const uuids = await uuidsOf(rig.service.db, rig.tenant.projectId)
    expect(uuids).toHaveLength(events)
    const all: KillCase[] = []
    let interrupted = 0
    let longest = { milliseconds: 0, id: '' }
    // One kill at a time: each ends all exporting processes, and a run that was killed many times would be
    // given up, as it should be.
    for (let kill = 0; kill < kills; kill += 1) {
      const begun = performance.now()
      const made = await makers[type]!()
      all.push(made)
      await client.batchExports.backfillBatchExport({ path: pathOf(made), body: hour })
      while ((await statusOf(made)) === 'Starting') await sleep(5)
      await sleep(random() * 400)
      if ((await statusOf(made)) === 'Running') interrupted += 1
      for (const pid of exporters(worker)) process.kill(pid, 'SIGKILL')
      expect(await finishedRuns(client, pathOf(made)), where).toMatchObject([
        { status: 'Completed', records_completed: events, records_total_count: events },
      ])
      expect(await made.exported(), where).toEqual(uuids)
      const milliseconds = performance.now() - begun
      if (milliseconds > longest.milliseconds) longest = { milliseconds, id: made.id }
    }
    console.log(
      `${type}: ${kills} kills, ${interrupted} in a run, longest round ${(longest.milliseconds / 1000).toFixed(1)} s:\n${await logOf(longest)}`,
    )
    expect(longest.milliseconds, `${where}: milliseconds of a round`).toBeLessThan(longestRound)
    expect(interrupted, where).toBeGreaterThanOrEqual(kills / 4)
    const told = await rig.service.db
      .selectFrom('batch_export_logs')
      .where(
        'batch_export_id',
        'in',
        all.map(({ id }) => id),
      )
      .where('message', 'like', 'The export process ended with SIGKILL.%')
      .select('run_id')
      .execute()
    expect(told.length, where).toBeGreaterThanOrEqual(kills / 4)
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  },
)
