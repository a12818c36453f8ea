import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../../server/keys/keys.ts'
import { createApi, startTestService, type Tenant, type TestService } from './harness.ts'

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({ ROLE: 'web' })
  tenant = await service.makeTenant()
  key = await createKey(service.db, { userId: tenant.owner.id, label: 'wire', scopes: ['*'] })
})
afterAll(() => service.stop())

/**
 * Sends bytes that no HTTP client would send. Returns the status of the first response, or `undefined` if
 * there is none.
 */
async function statusOf(
  bytes: string,
  { isWhole }: { isWhole: boolean } = { isWhole: true },
): Promise<number | undefined> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write(Buffer.from(bytes, 'latin1'))
  // The service gives up a request when its sender is gone, so the connection is ended only if the request is
  // incomplete.
  if (!isWhole) socket.end()
  const answer = await text(socket)
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]
  return status === undefined ? undefined : Number(status)
}

/** Returns a request with a key, and with any target and header lines. */
const request = (target: string, lines: readonly string[] = ['Host: localhost'], method = 'GET') =>
  [
    `${method} ${target} HTTP/1.1`,
    ...lines,
    `Authorization: Bearer ${key}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n')

const targets = [
  ...[
    '//',
    '//evil.example/api/projects',
    '///',
    '/\\',
    '/api/projects#x',
    '/api/projects?%',
    '/api/%2e%2e/projects',
  ],
  ...[
    'http://[::1/api/projects',
    'http://x:99999/api/projects',
    'http://',
    'http:///api/projects',
    'ftp://x/',
    '*',
  ],
  ...[
    '/api/projects;a=b',
    '/api//projects',
    `/${'a/'.repeat(3000)}`,
    '/api/projects/\xff',
    '?',
    '@',
    'api/projects',
  ],
]

const hosts = [
  '',
  ' ',
  'a b',
  '[::1',
  ':',
  ':99999',
  'x:99999',
  '%',
  '\xff',
  'a/b',
  'a?b',
  'a#b',
  'a@b',
  'x'.repeat(3000),
]

const broken = [
  'GET\r\n\r\n',
  '\0\0\0\0',
  'GET /api/projects HTTP/9.9\r\n\r\n',
  `POST /batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  `POST /batch HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
  `POST /batch HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  `POST /batch HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n`,
  `GET /api/projects HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(40_000)}\r\n\r\n`,
]

describe('what no HTTP client sends', () => {
  it.each(targets)('as a target is refused or served: %j', async (target) => {
    expect(await statusOf(request(target))).toBeLessThan(500)
  })

  it.each(hosts)('as a host is refused or served: %j', async (host) => {
    expect(await statusOf(request('/api/projects', [`Host: ${host}`]))).toBeLessThan(500)
  })

  it.each(['OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY', 'CONNECT', 'get'])(
    'as a method: %s',
    async (method) => {
      expect((await statusOf(request('/api/projects', undefined, method))) ?? 400).toBeLessThan(500)
    },
  )

  it.each(broken)('as a message ends without a failure: %j', async (message) => {
    expect((await statusOf(message, { isWhole: false })) ?? 400).toBeLessThan(500)
  })

  it('leaves the service as it was', async () => {
    expect((await createApi(service.url, key).get('/api/projects')).status).toBe(200)
  })
})
