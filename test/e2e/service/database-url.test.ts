import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { type Connection, connectDatabaseSource } from '../../../server/database/connection.ts'
import { migrations } from '../../../server/database/migrations/all.ts'
import { until } from '../../waiting.ts'
import { type CuttableProxy, startProxy } from './cuttable-proxy.ts'
import { type DebianPostgres, startDebianPostgres, whyNoDebianPostgres } from './debian-postgres.ts'
import { type Api, type Caller, createApi, createCaller } from './harness.ts'
import { makeDatabase, type TestDatabase } from './postgres.ts'
import { createRandom, seedOfRun } from './random.ts'
import { checkout, type ServiceProcess, startService } from './service-process.ts'

/** Minimum number of kills of each kind. */
const kills = 20

const services: ServiceProcess[] = []
let database: TestDatabase
let connection: Connection

beforeEach(async () => {
  database = await makeDatabase()
  connection = await connectDatabaseSource({ url: database.url })
})

afterEach(async () => {
  for (const service of services.splice(0)) await service.end()
  await connection.close()
  await database.drop()
})

async function start(url: string, ...args: string[]): Promise<ServiceProcess> {
  const service = await startService({ args, env: { DATABASE_URL: url } })
  services.push(service)
  return service
}

const makeKey = async () =>
  (await seedOrganization(connection.db, { name: 'Test', email: 'test@example.com' })).key
const readiness = async (api: Api) => (await api.get<{ reason?: string }>('/readyz')).body.reason ?? 'ready'

describe('a lost database', () => {
  let proxy: CuttableProxy
  let api: Api
  let client: Caller['client']

  beforeEach(async () => {
    const url = new URL(database.url)
    const folder = url.searchParams.get('host') ?? ''
    proxy = await startProxy(path.join(folder, '.s.PGSQL.5432'))
    const key = await makeKey()
    const service = await start(`postgres://${url.username}@127.0.0.1:${proxy.port}${url.pathname}`)
    ;({ api, client } = createCaller(service.url, key))
    expect((await client.organizations.listOrganizations()).count).toBe(1)
  })

  afterEach(async () => {
    for (const service of services.splice(0)) expect(await service.end(), service.log()).toBe(0)
    await proxy.cut()
  })

  it('means 503 for requests and readiness, and everything comes back by itself', async () => {
    for (let round = 0; round < 20; round++) {
      const during = Promise.all(Array.from({ length: 5 }, () => api.get('/api/organizations')))
      await proxy.cut()
      for (const { status } of await during) expect([200, 503]).toContain(status)
      const lost = await api.get('/api/organizations')
      expect(lost).toMatchObject({
        status: 503,
        body: { type: 'server_error', code: 'unavailable', attr: null },
      })
      expect(lost.headers.get('retry-after')).toBe('1')
      expect(await readiness(api)).toBe('database unreachable')
      expect((await api.get('/healthz')).status).toBe(200)
      expect((await fetch(new URL('/metrics', services[0]!.url))).status).toBe(200)
      await proxy.mend()
      expect((await client.organizations.listOrganizations()).count).toBe(1)
      expect(await readiness(api)).toBe('ready')
    }
  })

  it('that answers nothing any more is told before requests are given up', async () => {
    proxy.freeze()
    const request = api.get('/api/organizations')
    expect(await Promise.race([readiness(api), request])).toBe('database unreachable')
    await request
    await proxy.mend()
    await expect.poll(() => readiness(api)).toBe('ready')
    expect((await client.organizations.listOrganizations()).count).toBe(1)
  })

  it('loses no answered write, and makes no half one', async () => {
    const made: string[] = []
    for (let round = 0; round < 20; round++) {
      const names = Array.from({ length: 4 }, (_, index) => `Round ${round}.${index}`)
      const answers = names.map((name) => api.post('/api/organizations', { name }))
      await sleep(round * 10)
      await proxy.cut()
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      for (const status of statuses) expect([201, 503]).toContain(status)
      made.push(...names.filter((_, index) => statuses[index] === 201))
      await proxy.mend()
    }
    const rows = await connection.db
      .selectFrom('organizations')
      .leftJoin('projects', 'projects.organization_id', 'organizations.id')
      .leftJoin('memberships', 'memberships.organization_id', 'organizations.id')
      .select(['organizations.name', 'projects.id as project', 'memberships.id as owner'])
      .execute()
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(made))
    expect(made.length).toBeGreaterThan(0)
    expect(rows.filter(({ project, owner }) => project === null || owner === null)).toEqual([])
  })
})

describe('several processes on one database', () => {
  const asAdministrator = async (...statements: string[]) => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const empty = () =>
    asAdministrator(
      'drop schema public cascade',
      'create schema public',
      'drop schema if exists jobs cascade',
    )

  it('migrate once when they start together, and one of them prints the first key', async () => {
    await empty()
    const roles = ['web', 'web', 'worker', 'all']
    const started = await Promise.all(roles.map((role) => start(database.url, '--role', role)))
    const keys = started.flatMap(({ firstKey }) => firstKey ?? [])
    expect(keys).toHaveLength(1)
    for (const [index, { url }] of started.entries()) {
      const { api, client } = createCaller(url, keys[0]!)
      expect(await readiness(api)).toBe('ready')
      const current = await client.organizations.getOrganization.result({ path: { id: '@current' } })
      expect(current.status).toBe(roles[index] === 'worker' ? 404 : 200)
    }
  })

  /** Returns the migrations that have been applied. */
  const migrated = async () => {
    const { rows } = await sql<{ name: string | null }>`
      select to_regclass('public.kysely_migration')::text as name`.execute(connection.db)
    if (rows[0]?.name === null) return []
    const done = await sql<{ name: string }>`select name from kysely_migration`.execute(connection.db)
    return done.rows.map(({ name }) => name).toSorted()
  }

  it(`come back from ${2 * kills} kills at random moments of a start, half of them in the migration`, async () => {
    const where = `CONCORDAT_SEED=${seedOfRun}`
    const random = createRandom(seedOfRun)
    // The service's own lock; see server/database/migrate.ts.
    const isMigrating = async () => {
      const { rows } = await sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and objid = 7305112 and granted and datname = current_database()`.execute(
        connection.db,
      )
      return rows.length > 0
    }
    let interrupted = 0
    for (let round = 0; round < 2 * kills; round += 1) {
      await empty()
      const child = spawn(process.execPath, ['server/main.js', '--port', '0'], {
        cwd: checkout,
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: 'ignore',
      })
      const end = once(child, 'exit')
      if (round % 2 === 0) await sleep(random() * 1500)
      else {
        await until(isMigrating)
        await sleep(random() * 100)
        interrupted += (await isMigrating()) ? 1 : 0
      }
      child.kill('SIGKILL')
      await end
      await expect.poll(isMigrating).toBe(false)
      const names = await migrated()
      expect(names, where).toEqual(Object.keys(migrations).slice(0, names.length))
      if (round % 4 !== 3) continue
      const service = await start(database.url)
      expect(await readiness(createApi(service.url)), where).toBe('ready')
      expect(await service.end()).toBe(0)
    }
    expect(interrupted, where).toBeGreaterThanOrEqual(kills / 4)
  })

  it('are not ready on a database that lacks a migration', async () => {
    const service = await start(database.url)
    await asAdministrator(`delete from kysely_migration where name = '0009-rate-limits'`)
    expect(await readiness(createApi(service.url))).toBe('migrations missing')
  })
})

describe.skipIf(whyNoDebianPostgres !== undefined)(
  `on Debian's PostgreSQL${whyNoDebianPostgres === undefined ? '' : ` (${whyNoDebianPostgres})`}`,
  () => {
    let postgres: DebianPostgres
    beforeAll(async () => {
      postgres = await startDebianPostgres()
    })
    afterAll(() => postgres?.remove())

    it('starts, serves, and outlives a crash of the database', async () => {
      const service = await start(postgres.url)
      const { api, client } = createCaller(service.url, service.firstKey!)
      await client.organizations.createOrganization({ body: { name: 'Kept' } })
      postgres.stop('immediate')
      expect((await api.get('/api/organizations')).status).toBe(503)
      postgres.start()
      await expect.poll(() => readiness(api)).toBe('ready')
      const { results } = await client.organizations.listOrganizations()
      expect(results.map(({ name }) => name)).toContain('Kept')
    })

    it('waits at its start for a database that is not there yet', async () => {
      postgres.stop('fast')
      const starting = start(postgres.url)
      await sleep(1500)
      postgres.start()
      expect(await readiness(createApi((await starting).url))).toBe('ready')
    })
  },
)
