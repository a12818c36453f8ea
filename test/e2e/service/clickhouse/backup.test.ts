import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi, type Tenant, type TestService, useService } from '../harness.ts'
import { makeDatabase, type TestDatabase } from '../postgres.ts'
import { startService } from '../service-process.ts'
import { type Capturing, startCapturing } from './capturing.ts'
import { hasOwnClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'

/**
 * Follows server/README.md: PostgreSQL is backed up before ClickHouse while the service keeps running, and
 * both are restored.
 */
describe.skipIf(!hasOwnClickhouse)('back-ups of both stores (needs TEST_CHDB)', () => {
  let folder: string
  let database: TestDatabase
  let clickhouse: TestClickhouse
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
    const config = `<clickhouse><backups><allowed_path>${folder}</allowed_path></backups></clickhouse>`
    database = await makeDatabase()
    clickhouse = await startClickhouse({ config })
  })
  afterAll(async () => {
    await clickhouse?.stop()
    await database?.drop()
    await rm(folder, { recursive: true })
  })

  async function open(databaseUrl: string): Promise<TestService> {
    const running = await startService({
      args: [],
      env: { DATABASE_URL: databaseUrl, DNS_SERVERS: 'none', ...clickhouse.env },
    })
    return await useService({
      ...{ url: running.url, databaseUrl, log: () => running.log() },
      stop: async () => void (await running.end()),
    })
  }

  /** Returns the tenant, with an owner who calls the current service. */
  async function known(service: TestService, { owner, ...tenant }: Tenant): Promise<Tenant> {
    return { ...tenant, owner: { ...owner, ...(await service.makeCaller(owner.id, ['*'])) } }
  }

  /** Copies a database, to which nobody may be connected. */
  async function copyOf(url: string): Promise<string> {
    const copy = `test_${process.pid}_${Date.now()}`
    const client = new Client({ connectionString: withDatabase(url, 'postgres') })
    await client.connect()
    await client.query(`create database ${copy} template ${new URL(url).pathname.slice(1)}`)
    await client.end()
    return withDatabase(url, copy)
  }

  function withDatabase(url: string, name: string): string {
    return url.replace(/\/\w+\?/, `/${name}?`)
  }

  async function setPlan(service: TestService, { token }: Capturing, plan: string): Promise<void> {
    const event = { event: 'planned', distinct_id: 'bob', properties: { $set: { plan } } }
    const body = { api_key: token, batch: [event] }
    expect(await createApi(service.url).post('/batch', body)).toMatchObject({ status: 200 })
    await untilArrived(service.db)
  }

  const order = async (query: string) => await clickhouse.client.command({ query })

  it('are restored together: nothing counts twice, and persons go on changing', async () => {
    let service = await open(database.url)
    let tenant = await service.makeTenant()
    let project = await startCapturing(service, tenant)
    expect(await project.capture(['ann', 'bob'])).toBe(200)
    await untilArrived(service.db)
    await clickhouse.kill()
    expect(await project.capture(['ann', 'cid'])).toBe(200)
    await service.stop()
    const saved = await copyOf(database.url)
    await clickhouse.restart()
    service = await open(database.url)
    project = await startCapturing(service, await known(service, tenant))
    for (const plan of ['free', 'pro', 'free', 'pro']) await setPlan(service, project, plan)
    const place = `File('${path.join(folder, 'events')}')`
    await order(`backup database ${clickhouse.database} to ${place}`)
    expect(await project.capture(['late'])).toBe(200)
    await untilArrived(service.db)
    await service.stop()

    await order(`drop database ${clickhouse.database}`)
    await order(`restore database ${clickhouse.database} from ${place}`)
    const restored = await open(saved)
    await sql`select setval('person_version', nextval('person_version') + 1000000)`.execute(restored.db)
    tenant = await known(restored, tenant)
    project = await startCapturing(restored, tenant)
    await untilArrived(restored.db)
    for (const table of ['events', 'person_events']) {
      const query = `select distinct_id, toUInt32(count()) as count from ${clickhouse.database}.${table} final
        where event = 'seen' group by distinct_id order by distinct_id`
      const rows = await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json()
      expect(rows).toEqual([
        { distinct_id: 'ann', count: 2 },
        { distinct_id: 'bob', count: 1 },
        { distinct_id: 'cid', count: 1 },
      ])
    }
    expect(await project.askView()).toMatchObject({ status: 200, who: ['ann', 'bob', 'cid'] })

    await setPlan(restored, project, 'basic')
    expect(await project.capture(['dan'])).toBe(200)
    const who = async () => (await project.askView()).who
    await expect.poll(who).toEqual(['ann', 'bob', 'cid', 'dan'])
    const view = await tenant.owner.client.persons.getPersonsTrends({
      path: { project_id: String(tenant.projectId) },
      query: {
        entity_id: 'seen',
        entity_type: 'events',
        date_from: '-1d',
        properties: [{ key: 'plan', value: 'basic', type: 'person' }],
      },
    })
    expect(view.results.map(({ count }) => count)).toEqual([1])
    await restored.stop()
  })
})
