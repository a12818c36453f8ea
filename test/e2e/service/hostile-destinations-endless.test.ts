import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type {
  BatchExportDestinationWrite,
  BatchExportRun,
  HttpDestinationWrite,
} from '../../../generated/types.ts'
import { postgresAt, s3At } from './destination-at.ts'
import { addEvents, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'

/** Time limit of a run that only the limit ends, in seconds. */
const runSeconds = 8

const tooLong = `The run took longer than its limit of ${runSeconds} s.`

const settings = {
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  EXPORT_RETRY_SECONDS: '3600',
  EXPORT_PROCESSES: '6',
}
/** Has the default limit, which a run that ends by itself does not reach on a slow machine either. */
let service: TestService
let hurried: TestService
const servers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  service = await startTestService(settings)
  hurried = await startTestService({ ...settings, EXPORT_RUN_SECONDS: String(runSeconds) })
})
afterAll(async () => {
  await service.stop()
  await hurried.stop()
  await Promise.all(servers.map((close) => close()))
})

/** Starts a server that handles each connection as it likes. Returns its port. */
async function listen(serve: (socket: Socket) => void, allowHalfOpen = false): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  servers.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** Sends the same to every client: a beginning, then the rest as fast as the client reads it. */
const flood = (head: string, rest: string) => (socket: Socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write(rest));
  }
  socket.on('drain', more)
  socket.once('data', () => {
    socket.write(head)
    more()
  })
}

/** Sends the rest byte by byte instead: a client that waits for the next byte waits forever. */
const drip = (head: string | Buffer, drop: string | Buffer) => (socket: Socket) => {
  let drops: NodeJS.Timeout | undefined
  socket.once('data', () => {
    socket.write(head)
    drops = setInterval(() => socket.write(drop), 50)
  })
  socket.on('close', () => clearInterval(drops))
}

const http = (port: number): HttpDestinationWrite => ({
  type: 'HTTP',
  config: { url: `http://127.0.0.1:${port}/`, token: 'token' },
})

const ok = 'HTTP/1.1 200 OK\r\n\r\n'
const block = 'x'.repeat(2 ** 16)
/** PostgreSQL's AuthenticationOk, and an empty NoticeResponse. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const notice = Buffer.from([0x4e, 0, 0, 0, 5, 0])

it.concurrent.each([
  ['S3: a body without end', s3At, flood(ok, block), /sent more than 1 MB in one response/],
  ['S3: headers without end', s3At, flood('HTTP/1.1 200 OK\r\nx: ', block), /Header overflow/],
  ['S3: 100 Continue without end', s3At, flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), /1 MB/],
  ['HTTP: headers without end', http, flood('HTTP/1.1 200 OK\r\nx: ', block), /Header overflow/],
  ['HTTP: 100 Continue without end', http, flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), /1 MB/],
  ['HTTP: headers by drops', http, drip('HTTP/1.1 200 OK\r\nx: ', 'x'), tooLong],
  ['HTTP: 100 Continue by drops', http, drip('', 'HTTP/1.1 100 Continue\r\n\r\n'), tooLong],
  ['PostgreSQL: notices by drops', postgresAt, drip(welcome, notice), tooLong],
  ['PostgreSQL: silence', postgresAt, () => {}, tooLong],
  ['S3: a body by drops', s3At, drip('HTTP/1.1 500 No\r\n\r\n', 'x'), tooLong],
  ['S3: headers by drops', s3At, drip('HTTP/1.1 200 OK\r\nx: ', 'x'), tooLong],
])('%s: the attempt ends in time, and its log says why', async (_name, destinationAt, serve, why) => {
  const tenant = await makeFilledTenant(why === tooLong ? hurried : service)
  const { run, messages } = await runInto(tenant, destinationAt(await listen(serve)))
  expect(run).toMatchObject({ status: why === tooLong ? 'TimedOut' : 'FailedRetryable' })
  expect(run.latest_error).toMatch(why)
  expect(messages.join('\n')).toMatch(why)
  expect(messages.join('\n'), 'nobody had to end the process').not.toContain('exporting process')
})

it.concurrent('PostgreSQL: a server that never lets go delays the end of a run by seconds only', async () => {
  const { pathname, username, searchParams } = new URL(service.databaseUrl)
  const port = await listen((socket) => {
    const database = connect(path.join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    database.on('error', () => {})
    socket.pipe(database)
    database.pipe(socket, { end: false })
  }, true)
  const place = { database: pathname.slice(1), user: username, table_name: `t_${crypto.randomUUID()}` }
  const { run } = await runInto(await makeFilledTenant(service), postgresAt(port, place))
  expect(run).toMatchObject({ status: 'Completed', records_completed: 3 })
})

async function makeFilledTenant({ makeTenant, db }: TestService): Promise<Tenant> {
  const tenant = await makeTenant()
  await addEvents(db, tenant.projectId, 3)
  return tenant
}

/** Makes one attempt of a run, and returns the run and its log messages. */
async function runInto(
  tenant: Tenant,
  destination: BatchExportDestinationWrite,
): Promise<{ run: BatchExportRun; messages: readonly string[] }> {
  const { client } = tenant.owner
  const { id } = await makeExport(tenant, { destination })
  const address = { organization_id: tenant.id, id }
  await client.batchExports.backfillBatchExport({ path: address, body: hour })
  const ends: BatchExportRun['status'][] = ['Completed', 'Failed', 'TimedOut', 'FailedRetryable']
  const [run] = await finishedRuns(client, address, ends)
  const { results } = await client.batchExports.listBatchExportLogs({ path: address })
  return { run: run!, messages: results.map(({ message }) => message) }
}
