import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../../bench/attack/limits.ts'
import { PROBE } from '../../../bench/attack/target.ts'
import { Watched } from '../../../bench/attack/watch.ts'
import type {
  BatchExportDestinationWrite,
  BatchExportRun,
  HttpDestinationWrite,
} from '../../../generated/types.ts'
import { type BatchReceiver, startBatchReceiver } from './batch-receiver.ts'
import { postgresAt, s3At } from './destination-at.ts'
import { addEvents, exportHour, hour, makeExport } from './export-fixtures.ts'
import { type Tenant, type TestService, useService } from './harness.ts'
import { makeDatabase } from './postgres.ts'
import { type ServiceProcess, startService } from './service-process.ts'

let running: ServiceProcess
let service: TestService
let greedy: Tenant
let modest: Tenant
let receiver: BatchReceiver
beforeAll(async () => {
  const database = await makeDatabase()
  receiver = await startBatchReceiver()
  running = await startService({
    args: [],
    preload: PROBE,
    env: { DATABASE_URL: database.url, DNS_SERVERS: 'none', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
  })
  service = await useService({
    url: running.url,
    databaseUrl: database.url,
    log: () => running.log(),
    async stop() {
      await running.end()
      await database.drop()
    },
  })
  greedy = await service.makeTenant()
  modest = await service.makeTenant()
  for (const { projectId } of [greedy, modest]) await addEvents(service.db, projectId, 100)
})
afterAll(async () => {
  await service?.stop()
  await receiver?.close()
})

/** Milliseconds for which each attack is observed: enough for several attempts. */
const underAttack = 10_000

/** Starts a server that handles each connection as it likes. */
async function listen(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => serve(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends for as long as the other side reads. */
function withoutEnd(socket: Socket, head: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(2 ** 16, 'x')));
  }
  socket.write(head)
  socket.on('drain', more)
  more()
}

const endlessAnswer = 'HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n\r\n'

const postgres = (port: number) => postgresAt(port, { password: 'secret-password', table_name: 't' })

const http = (url: string): HttpDestinationWrite => ({ type: 'HTTP', config: { url, token: 'secret-token' } })

it.each<[string, (port: number) => BatchExportDestinationWrite, string | Buffer]>([
  ['an S3 server whose answer is without end', s3At, endlessAnswer],
  ['a PostgreSQL server with a message of 2 GB', postgres, Buffer.from([0x52, 0x7f, 0xff, 0xff, 0xff])],
  [
    'an address whose headers are without end',
    (port) => http(`http://127.0.0.1:${port}/`),
    'HTTP/1.1 200 OK\r\nx: ',
  ],
])('%s: nobody else waits long, and memory lasts', async (_name, destinationAt, head) => {
  const server = await listen((socket) => withoutEnd(socket, head))
  const { id } = await makeExport(greedy, { destination: destinationAt(server.port) })
  const { backfillBatchExport, deleteBatchExport, getBatchExport } = greedy.owner.client.batchExports
  const path = { organization_id: greedy.id, id }
  const { result, silence, megabytesAbove } = await new Watched(running.process).during(async () => {
    await backfillBatchExport({ path, body: hour })
    const other = await exportHour(
      modest,
      await makeExport(modest, { destination: { type: 'NoOp', config: {} } }),
    )
    await sleep(underAttack)
    const [attacked] = (await getBatchExport({ path })).latest_runs
    return { other, attacked } satisfies Record<string, BatchExportRun | undefined>
  })
  await deleteBatchExport({ path })
  server.close()
  expect(result.other).toMatchObject({ status: 'Completed', records_completed: 100 })
  expect(result.attacked?.status).not.toBe('Completed')
  expect(silence).toBeLessThan(limits.silence.key)
  if (process.platform === 'linux') expect(megabytesAbove).toBeLessThan(limits.megabytes)
})

it.each([301, 302, 303, 307, 308])(
  'nothing is lost by a redirect of status %i, nor told elsewhere',
  async (status) => {
    const elsewhere = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
    const location = `http://127.0.0.1:${elsewhere.port}/`
    const server = await listen((socket) =>
      socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
    )
    const made = await makeExport(greedy, { destination: http(`http://127.0.0.1:${server.port}/`) })
    expect(await exportHour(greedy, made)).toMatchObject({ status: 'Failed', records_completed: 0 })
    expect(elsewhere.connections()).toBe(0)
    server.close()
    elsewhere.close()
  },
)

it('a secret goes to no address but its own, whoever changes that', async () => {
  const thief = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  const exporter = await service.makePerson({ organizationId: greedy.id, level: 1 })
  const { client } = await service.makeCaller(exporter.id, ['batch_export:write'])
  const own = receiver.urlOf('own')
  const attempts = [
    { destination: http(own), stolen: { url: `http://127.0.0.1:${thief.port}/` }, secret: 'token' },
    { destination: postgres(1), stolen: { port: thief.port }, secret: 'password' },
    {
      destination: s3At(1),
      stolen: { endpoint_url: `http://127.0.0.1:${thief.port}` },
      secret: 'aws_access_key_id',
    },
  ]
  for (const { destination, stolen, secret } of attempts) {
    const made = await makeExport(greedy, { destination })
    const { type, config } = destination
    const shown = Object.fromEntries(
      Object.entries(config).filter(
        ([name]) => !['token', 'password'].includes(name) && !name.startsWith('aws_'),
      ),
    )
    const taking = await client.batchExports.updateBatchExport.result({
      path: { organization_id: greedy.id, id: made.id },
      body: { destination: { type, config: { ...shown, ...stolen } } },
    })
    expect(taking).toMatchObject({
      status: 400,
      body: { code: 'required', attr: `destination__config__${secret}` },
    })
    if (type !== 'HTTP') continue
    expect(await exportHour(greedy, made)).toMatchObject({ status: 'Completed' })
  }
  expect(receiver.received('own').flatMap(({ uuids }) => uuids)).toHaveLength(100)
  expect(thief.connections()).toBe(0)
  thief.close()
})
