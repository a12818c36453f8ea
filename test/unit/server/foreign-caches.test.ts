import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import CachePolicy from 'http-cache-semantics'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { appOf, documentOf } from './echo-app.ts'

const JSON_BODY = { content: { 'application/json': {} } }
const TAG = '"1"'
const KEY = { authorization: 'Bearer key' }

const DOCUMENT: DocumentDescriptor = documentOf(
  [
    { operationId: 'open', path: '/open', responses: { 200: JSON_BODY, 304: {} } },
    { operationId: 'write', method: 'POST', path: '/open', responses: { 204: {} } },
    { operationId: 'secret', path: '/secret', security: [{ token: [] }], responses: { 200: JSON_BODY } },
    { operationId: 'shared', path: '/shared', security: [{ token: [] }], responses: { 200: JSON_BODY } },
  ],
  { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
)

const app = appOf(DOCUMENT, {
  handlers: {
    open: (_input: unknown, { request }: { readonly request: Request }) => {
      const kept = { 'cache-control': 'max-age=60', etag: TAG }
      return request.headers.get('if-none-match') === TAG
        ? { status: 304, headers: kept }
        : { status: 200, headers: kept, body: { a: 1 } }
    },
    write: () => ({ status: 204 }),
    secret: () => ({ status: 200, body: {} }),
    shared: () => ({ status: 200, headers: { 'cache-control': 'private, max-age=60' }, body: {} }),
  },
  authenticate: async ({ credential }: { readonly credential: string }) =>
    credential === 'key' ? { principal: 'somebody', scopes: [] } : undefined,
  cors: { origins: ['https://one.example', 'https://two.example'] },
  noStore: true,
  validateResponses: 'off',
})

let server: RunningServer
beforeAll(async () => {
  server = await serve(app)
})
afterAll(() => server.close(0))

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns a cache's verdict on a response. */
async function cached(
  path: string,
  { method = 'GET', headers = {} }: Sent = {},
  shared = true,
): Promise<{ readonly policy: CachePolicy; readonly response: Response }> {
  const url = `http://127.0.0.1:${server.port}${path}`
  const response = await fetch(url, { method, headers })
  await response.arrayBuffer()
  const policy = new CachePolicy(
    { url, method, headers },
    { status: response.status, headers: Object.fromEntries(response.headers) },
    { shared },
  )
  return { policy, response }
}

type Requirement = readonly [section: string, requirement: string, show: () => Promise<void>]

const RFC_9111: readonly Requirement[] = [
  [
    '3',
    'an answer that its handler lets caches keep is kept, for as long as it says',
    async () => {
      const { policy } = await cached('/open')
      expect([policy.storable(), policy.maxAge()]).toEqual([true, 60])
    },
  ],
  [
    '3',
    'an answer to an unsafe method is not kept',
    async () => {
      const { policy, response } = await cached('/open', { method: 'POST' })
      expect([response.status, policy.storable()]).toEqual([204, false])
    },
  ],
  [
    '3.5',
    'no shared cache keeps an answer to a request with credentials; what its handler says comes first',
    async () => {
      const { policy } = await cached('/shared', { headers: KEY })
      const { policy: own } = await cached('/shared', { headers: KEY }, false)
      expect([policy.storable(), own.storable(), own.maxAge()]).toEqual([false, true, 60])
    },
  ],
  [
    '4.1',
    'an answer for one origin is not used for another',
    async () => {
      const headers = { origin: 'https://one.example' }
      const { policy } = await cached('/open', { headers })
      const sent = (origin: string) => ({
        url: `http://127.0.0.1:${server.port}/open`,
        method: 'GET',
        headers: { origin },
      })
      expect(policy.satisfiesWithoutRevalidation(sent('https://one.example'))).toBe(true)
      expect(policy.satisfiesWithoutRevalidation(sent('https://two.example'))).toBe(false)
    },
  ],
  [
    '4.3.4',
    'a 304 makes what is kept fresh again',
    async () => {
      const { policy } = await cached('/open')
      const request = { url: `http://127.0.0.1:${server.port}/open`, method: 'GET', headers: {} }
      const asked = policy.revalidationHeaders(request)
      const { response } = await cached('/open', {
        headers: { 'if-none-match': String(asked['if-none-match']) },
      })
      const { modified, matches } = policy.revalidatedPolicy(request, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      })
      expect([response.status, modified, matches]).toEqual([304, false, true])
    },
  ],
  [
    '5.1',
    'an answer of the origin has no Age',
    async () => {
      const { response } = await cached('/open')
      expect([response.status, response.headers.has('age')]).toEqual([200, false])
    },
  ],
  [
    '5.2.2.5',
    'no cache keeps an answer to a request with credentials, nor its refusal, where none is to',
    async () => {
      const answers = [await cached('/secret', { headers: KEY }, false), await cached('/secret', {}, false)]
      expect(answers.map(({ policy, response }) => [response.status, policy.storable()])).toEqual([
        [200, false],
        [401, false],
      ])
    },
  ],
]

describe('RFC 9111, as http-cache-semantics reads answers', () => {
  test.each(RFC_9111)('%s: %s', (_section, _requirement, show) => show())
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

async function curl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('curl', [
    '--silent',
    '--show-error',
    '--noproxy',
    '*',
    ...args,
  ])
  return stdout
}

describe.skipIf(!hasCurl)('curl', () => {
  const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`

  test('asks by the entity tag that it kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'concordat-curl-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const tag = join(folder, 'tag')
    const status = ['--write-out', ' %{http_code}']
    expect(await curl('--etag-save', tag, ...status, at('/open'))).toBe('{"a":1} 200')
    expect(await curl('--etag-compare', tag, ...status, at('/open'))).toBe(' 304')
  })

  test.each([
    ['keeps the connection for a second request', [], '1'],
    ['gets a connection each in HTTP/1.0', ['--http1.0'], '1 1'],
  ] as const)('%s', async (_case, options, connections) => {
    const told = ['--write-out', '%{num_connects} ', '--output', '/dev/null']
    const out = await curl(...options, ...told, at('/open'), ...told, at('/open'))
    expect(out.replaceAll(' 0', '').trim()).toBe(connections)
  })

  test('reads a HEAD to its end', async () => {
    expect(
      await curl(
        '--head',
        '--write-out',
        '%{http_code} %{size_download}',
        '--output',
        '/dev/null',
        at('/open'),
      ),
    ).toBe('200 0')
  })
})
