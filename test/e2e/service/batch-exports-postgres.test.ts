import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchExportRun, PostgresDestinationWrite } from '../../../generated/types.ts'
import { type CuttableProxy, startProxy } from './cuttable-proxy.ts'
import { addEvents, exportHour, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'

let service: TestService
let proxy: CuttableProxy
let database: pg.Client
/** The destination is the service's own database, in separate schemas, over TCP. */
let target: URL
beforeAll(async () => {
  service = await startTestService({ EXPORT_RETRY_SECONDS: '1', ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' })
  target = new URL(service.databaseUrl)
  const folder = target.searchParams.get('host') ?? ''
  proxy = await startProxy(path.join(folder, '.s.PGSQL.5432'))
  database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await proxy.cut()
  await service.stop()
})

/** Destination properties that a test sets itself. */
type Config = Partial<PostgresDestinationWrite['config']>

/** Settings for a server without TLS, as in nearly all of these tests. */
const plain = { sslmode: 'disable' } satisfies Config

async function makeTarget(config: Config = plain) {
  const schema = `export_${Date.now()}_${Math.floor(performance.now())}`
  await database.query(`create schema ${schema}`)
  const destination: PostgresDestinationWrite = {
    type: 'Postgres',
    config: {
      host: '127.0.0.1',
      port: proxy.port,
      database: target.pathname.slice(1),
      user: target.username,
      password: 'password-never-shown',
      schema,
      ...config,
    },
  }
  return { schema, destination }
}

async function makeFilledTenant(count: number): Promise<Tenant> {
  const tenant = await service.makeTenant()
  await addEvents(service.db, tenant.projectId, count)
  return tenant
}

describe('a run into PostgreSQL', () => {
  it('fills a table that it makes, and replaces what a backfill repeats', async () => {
    const tenant = await makeFilledTenant(2500)
    const { schema, destination } = await makeTarget()
    const batchExport = await makeExport(tenant, { destination })
    for (let times = 0; times < 2; times += 1) {
      const run = await exportHour(tenant, batchExport)
      expect(run).toMatchObject({ status: 'Completed', records_completed: 2500 })
    }
    const { rows } = await database.query(
      `select count(*)::integer, count(distinct uuid)::integer as uuids, max((properties ->> 'big')::numeric)::text as big,
        count(person_properties ->> 'email')::integer as emails, min(created_at) = '${hour.start_at}' as first
       from ${schema}.events`,
    )
    expect(rows).toEqual([
      { count: 2500, uuids: 2500, big: '12345678901234567890', emails: 1500, first: true },
    ])
  })

  it('exports what has no key once, although the connection is lost in the middle', async () => {
    const tenant = await makeFilledTenant(3000)
    const { schema, destination } = await makeTarget({ ...plain, table_name: 'names' })
    const hogql_query = 'select event, properties.n from events'
    const batchExport = await makeExport(tenant, { destination, hogql_query })
    const { client } = tenant.owner
    const exportPath = { organization_id: tenant.id, id: batchExport.id }
    await proxy.cut()
    await client.batchExports.backfillBatchExport({ path: exportPath, body: hour })
    await expect.poll(() => statusOf(batchExport.id)).toBe('FailedRetryable')
    await proxy.mend()
    const [run] = await finishedRuns(client, exportPath)
    expect(run).toMatchObject({ status: 'Completed', records_completed: 3000 })
    const { rows } = await database.query(
      `select count(*)::integer, count(distinct n)::integer as numbers from ${schema}.names`,
    )
    expect(rows).toEqual([{ count: 3000, numbers: 3000 }])
  })

  it('makes its table once, although several runs begin at once', async () => {
    const tenant = await makeFilledTenant(1200)
    for (const hogql_query of [null, 'select uuid as id from events']) {
      const { schema, destination } = await makeTarget()
      const { id } = await makeExport(tenant, { destination, interval: 'every 5 minutes', hogql_query })
      await tenant.owner.client.batchExports.backfillBatchExport({
        path: { organization_id: tenant.id, id },
        body: hour,
      })
      const runsOf = () =>
        service.db
          .selectFrom('batch_export_runs')
          .where('batch_export_id', '=', id)
          .select(['status', 'failures', 'records_completed', 'latest_error'])
          .execute()
      const once = { status: 'Completed', failures: 0, records_completed: 100, latest_error: null }
      const allOnce = Array.from({ length: 12 }, () => once)
      await expect.poll(runsOf, { interval: 200 }).toEqual(allOnce)
      const { rows } = await database.query(`select count(*)::integer from ${schema}.events`)
      expect(rows).toEqual([{ count: 1200 }])
    }
  })

  it.each<[Config, RegExp]>([
    [{ ...plain, database: 'absent_database' }, /does not exist/],
    [{ ...plain, schema: 'absent_schema' }, /does not exist/],
    [{ ...plain, host: '10.1.2.3' }, /has no public address/],
    [{ ...plain, host: 'no-such-name.invalid' }, /has no public address/],
    [{ sslmode: 'require' }, /does not support TLS/],
    [{}, /does not support TLS/],
  ])('ends in failure with %j', async (config, message) => {
    const tenant = await makeFilledTenant(3)
    const { destination } = await makeTarget(config)
    const run = await exportHour(tenant, await makeExport(tenant, { destination }))
    expect(run.status).toBe('Failed')
    expect(run.latest_error).toMatch(message)
    expect(run.latest_error).not.toContain('password-never-shown')
  })
})

describe('a hostile server', () => {
  it('is not told the password in clear text', async () => {
    const received: Buffer[] = []
    const server = await listen((socket) => {
      socket.on('data', (data) => received.push(data))
      socket.once('data', () => socket.write(askForPassword))
    })
    const run = await runInto(server.port)
    await server.close()
    expect(run).toMatchObject({
      status: 'Failed',
      latest_error: expect.stringContaining('requires the password in clear text'),
    })
    expect(Buffer.concat(received).toString()).not.toContain('password-never-shown')
  })

  it('without TLS hears of nothing but the wish for it, unless the config says otherwise', async () => {
    const received: Buffer[] = []
    const server = await listen((socket) =>
      socket.on('data', (data) => {
        received.push(data)
        socket.write('N')
      }),
    )
    const run = await runInto(server.port, { config: {} })
    await server.close()
    expect(run).toMatchObject({
      status: 'Failed',
      latest_error: expect.stringContaining('does not support TLS'),
    })
    // An SSLRequest: its length, and its code in the position of a version.
    expect(Buffer.concat(received).toString('hex')).toBe('0000000804d2162f')
  })

  it.each<[Config, RegExp]>([
    [{}, /certificate/],
    [{ has_self_signed_cert: true }, /terminated|ended/],
  ])(
    'that asks for the password in clear text under TLS is told it with %j only where its certificate is trusted',
    async (config, message) => {
      const told: Buffer[] = []
      const server = await listen((socket) => {
        socket.once('data', () => {
          socket.write('S')
          const secure = new TLSSocket(socket, { isServer: true, ...readCertificate() })
          secure.on('error', () => {})
          secure.once('data', () => secure.write(askForPassword))
          secure.on('data', (data) => {
            told.push(data)
            if (told.length > 1) secure.destroy()
          })
        })
      })
      const run = await runInto(server.port, {
        config,
        ends: ['FailedRetryable', 'Failed'],
      })
      await server.close()
      expect(run.latest_error).toMatch(message)
      expect(Buffer.concat(told).includes('password-never-shown')).toBe('has_self_signed_cert' in config)
    },
  )

  it('fills no memory with a message without end', async () => {
    const server = await listen((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from([0x52, 0x7f, 0xff, 0xff, 0xff]))
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(2 ** 16)));
        }
        socket.on('drain', more)
        more()
      })
    })
    const run = await runInto(server.port, { ends: ['FailedRetryable'] })
    await server.close()
    expect(run.latest_error).toContain('sent more than 16 MB in one response')
  })

  async function runInto(
    port: number,
    { ends, config = plain }: { ends?: readonly BatchExportRun['status'][]; config?: Config } = {},
  ) {
    const tenant = await makeFilledTenant(3)
    const { destination } = await makeTarget({ port, ...config })
    const { id } = await makeExport(tenant, { destination })
    const { client } = tenant.owner
    const exportPath = { organization_id: tenant.id, id }
    await client.batchExports.backfillBatchExport({ path: exportPath, body: hour })
    const [run] = await finishedRuns(client, exportPath, ends)
    if (run === undefined) throw new Error('There is no run.')
    return run
  }
})

/** AuthenticationCleartextPassword. @see PostgreSQL, 54.7, Message Formats */
const askForPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** Reads a certificate that none of the system's authorities has signed. */
const readCertificate = () => ({
  key: readFileSync(new URL('../../unit/contract/tls/server.key.pem', import.meta.url)),
  cert: readFileSync(new URL('../../unit/contract/tls/server.pem', import.meta.url)),
})

async function listen(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function statusOf(batchExportId: string): Promise<string | undefined> {
  const run = await service.db
    .selectFrom('batch_export_runs')
    .where('batch_export_id', '=', batchExportId)
    .select('status')
    .executeTakeFirst()
  return run?.status
}
