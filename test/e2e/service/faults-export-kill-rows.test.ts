import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BatchReceiver, startBatchReceiver } from './batch-receiver.ts'
import { type CuttableProxy, startProxy } from './cuttable-proxy.ts'
import { type ExportFields, makeExport } from './export-fixtures.ts'
import {
  events,
  expectEachEventOnce,
  expectKillsSurvived,
  type KillCase,
  type KillRig,
  killOnce,
  kills,
  startKillRig,
} from './export-kills.ts'
import { createRandom, seedOfRun } from './random.ts'
import type { ServiceProcess } from './service-process.ts'

const where = `CONCORDAT_SEED=${seedOfRun}`

let rig: KillRig
let receiver: BatchReceiver
let proxy: CuttableProxy
/** The destination is the service's own database, in a separate schema, over TCP. */
let client: Client
beforeAll(async () => {
  receiver = await startBatchReceiver()
  rig = await startKillRig({})
  const { searchParams } = new URL(rig.service.databaseUrl)
  proxy = await startProxy(path.join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  client = new Client({ connectionString: rig.service.databaseUrl })
  await client.connect()
  await client.query('create schema exported')
})
afterAll(async () => {
  await client?.end()
  await rig?.service.stop()
  await proxy?.cut()
  await receiver?.close()
})

interface NamedCase extends KillCase {
  /** Name of the table, or the name in the receiver's URL. */
  readonly name: string
}

async function makeCase(
  name: string,
  fields: ExportFields,
  exported: KillCase['exported'],
): Promise<NamedCase> {
  const { id } = await makeExport(rig.tenant, fields)
  return { name, id, exported }
}

/** @param column the name of the UUID column, which is part of the key only if it is called `uuid`. */
async function makeTableCase(column: 'uuid' | 'id'): Promise<NamedCase> {
  const name = `t_${crypto.randomUUID()}`
  const { pathname, username } = new URL(rig.service.databaseUrl)
  const config = {
    host: '127.0.0.1',
    port: proxy.port,
    database: pathname.slice(1),
    user: username,
    password: 'none is asked for',
    schema: 'exported',
    table_name: name,
    sslmode: 'disable',
  } as const
  const hogql_query = column === 'uuid' ? null : 'select uuid as id, event from events'
  return await makeCase(name, { destination: { type: 'Postgres', config }, hogql_query }, async () => {
    const { rows } = await client.query<{ uuid: string }>(`select ${column} as uuid from exported."${name}"`)
    return rows.map(({ uuid }) => uuid).sort()
  })
}

async function makeAddressCase(): Promise<NamedCase> {
  const name = crypto.randomUUID()
  const config = { url: receiver.urlOf(name), token: 'token' }
  return await makeCase(name, { destination: { type: 'HTTP', config } }, async () => {
    const once = new Map(receiver.received(name).map(({ key, uuids }) => [key, uuids]))
    return [...once.values()].flat().sort()
  })
}

it(`a table: has every event once though workers are killed ${kills} times in the middle of runs`, async () => {
  const random = createRandom(seedOfRun)
  const makeCases = async () => [await makeTableCase('uuid'), await makeTableCase('id')]
  await expectKillsSurvived(rig, { makeCases, moment: () => sleep(random() * 800), where })
})

it(`a table: has every event once though ${kills} workers die after the last row and before they can say so`, async () => {
  const random = createRandom(seedOfRun)
  const { db } = rig.service
  const all: NamedCase[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const made = await makeTableCase(random() < 0.5 ? 'uuid' : 'id')
    all.push(made)
    const isFilled = async () => {
      const found = await client.query(`select to_regclass('exported."${made.name}"') as name`)
      return found.rows[0]?.name !== null && (await made.exported()).length === events
    }
    const moment = async (worker: ServiceProcess) => {
      const begun = () =>
        db.selectFrom('batch_export_logs').where('batch_export_id', '=', made.id).select('id').execute()
      while ((await begun()).length === 0) await sleep(5)
      await db.transaction().execute(async (transaction) => {
        // From here on, nobody can record the run's progress.
        await sql`select from batch_export_runs where batch_export_id = ${made.id} for update`.execute(
          transaction,
        )
        while (!(await isFilled())) await sleep(20)
        await worker.end('SIGKILL')
        // Otherwise, PostgreSQL would execute the dead worker's statements.
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction)
      })
    }
    expect(await killOnce(rig, { cases: [made], moment }), where).toBe(1)
  }
  await expectEachEventOnce(rig, { cases: all, where })
})

it(`an address: gets every event, and none under two keys, though workers are killed ${kills} times in the middle of runs`, async () => {
  const random = createRandom(seedOfRun)
  const makeCases = async () => {
    // A run has 24 batches: it is held at one of them, however slow the machine is.
    receiver.silence(Math.floor(random() * 20))
    return [await makeAddressCase()]
  }
  const moment = async (worker: ServiceProcess) => {
    await receiver.silenced()
    // Half of the workers die after a batch has arrived, before they get a response.
    if (random() < 0.5) await worker.end('SIGKILL')
    receiver.answer()
  }
  const all = await expectKillsSurvived(rig, { makeCases, moment, where })
  let repeated = 0
  for (const { name } of all) {
    const byKey = Map.groupBy(receiver.received(name), ({ key }) => key)
    for (const [first, ...others] of byKey.values()) {
      repeated += others.length
      for (const other of others) expect(other.uuids, where).toEqual(first?.uuids)
    }
  }
  expect(repeated, `${where}: batches that arrived twice`).toBeGreaterThanOrEqual(kills / 10)
})
