import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { afterEach, describe, expect, test } from 'vitest'
import { HANG_MS } from '../../waiting.ts'
import { appOf, documentOf, type Handlers } from './echo-app.ts'
import { nextConnection, raw } from './raw.ts'

const running: RunningServer[] = []
afterEach(() => Promise.all(running.splice(0).map((server) => server.close(0))))

async function start(...parameters: Parameters<typeof serve>): Promise<RunningServer> {
  const server = await serve(...parameters)
  running.push(server)
  return server
}

const document = documentOf([
  {
    path: '/pets/{id}',
    method: 'POST',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'X-Ids', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    ],
    requestBody: {
      content: { 'application/json': {}, 'multipart/form-data': { schema: { type: 'object' } } },
    },
  },
  { path: '/cookies', responses: { 204: {} } },
  { path: '/search', method: 'QUERY', requestBody: { content: { 'application/json': {} } } },
  { path: '/search', method: 'COPY' },
])

const handlers = {
  operation0: ({ body, path, query, header }: Record<string, unknown>) => ({
    status: 200,
    body: { body, path, query, header },
  }),
  operation1: () => ({ status: 204, headers: { 'set-cookie': ['a=1', 'b=2'] } }),
  operation2: ({ body }: Record<string, unknown>) => ({ status: 200, body: { asked: body } }),
  operation3: () => ({ status: 200, body: 'copied' }),
}

const app = () => appOf(document, { handlers: handlers as unknown as Handlers, maxBodyBytes: 1000 })

describe('serve', () => {
  test('a request goes through whole', async () => {
    const { url } = await start(app())
    const response = await fetch(`${url}/pets/a%2Fb?tag=x&tag=y%20z`, {
      method: 'POST',
      body: JSON.stringify({ name: 'ü' }),
      headers: { 'content-type': 'application/json', 'x-ids': '1,2' },
    })
    expect([response.status, await response.json()]).toEqual([
      200,
      { body: { name: 'ü' }, path: { id: 'a/b' }, query: { tag: ['x', 'y z'] }, header: { 'X-Ids': [1, 2] } },
    ])
  })

  test('QUERY with a body, an additional method, and what others are told of them', async () => {
    const { url } = await start(app())
    const headers = { 'content-type': 'application/json' }
    const query = await fetch(`${url}/search`, { method: 'QUERY', body: '{"words":["a"]}', headers })
    expect([query.status, await query.json()]).toEqual([200, { asked: { words: ['a'] } }])
    const copy = await fetch(`${url}/search`, { method: 'COPY' })
    expect([copy.status, await copy.json()]).toEqual([200, 'copied'])
    const refused = await fetch(`${url}/search`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'QUERY, COPY, OPTIONS'])
    const asked = await fetch(`${url}/search`, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'QUERY, COPY, OPTIONS'])
  })

  test('a chunked body, a form and no body at all', async () => {
    const { url, port } = await start(app())
    const body = new Blob(['{"a":1}']).stream()
    const headers = { 'content-type': 'application/json' }
    const chunked = await fetch(`${url}/pets/1`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect(await chunked.json()).toMatchObject({ body: { a: 1 } })
    const form = new FormData()
    form.set('name', 'Rex')
    expect(await (await fetch(`${url}/pets/1`, { method: 'POST', body: form })).json()).toMatchObject({
      body: { name: 'Rex' },
    })
    expect(await raw(port, 'POST /pets/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 200 /,
    )
  })

  test('too large a body is refused, chunked or declared', async () => {
    const { url } = await start(app())
    const headers = { 'content-type': 'application/json' }
    const text = JSON.stringify('x'.repeat(2000))
    expect((await fetch(`${url}/pets/1`, { method: 'POST', body: text, headers })).status).toBe(413)
    const body = new Blob([text]).stream()
    expect(
      (await fetch(`${url}/pets/1`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)).status,
    ).toBe(413)
  })

  test('a query may have 60 kB, and no more than the head has room for', async () => {
    const { url, port } = await start(app())
    const ask = async (length: number) => (await fetch(`${url}/cookies?x=${'a'.repeat(length)}`)).status
    expect(await ask(60_000)).toBe(204)
    expect(await raw(port, `GET /cookies?x=${'a'.repeat(66_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    )
  })

  test('HEAD, OPTIONS, TRACE and cookies', async () => {
    const { url, port } = await start(app())
    const head = await fetch(`${url}/cookies`, { method: 'HEAD' })
    expect([head.status, head.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']])
    expect((await fetch(`${url}/cookies`, { method: 'OPTIONS' })).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    )
    expect(await raw(port, 'TRACE /cookies HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    )
  })

  test('what is no HTTP request is a 400', async () => {
    const { port } = await start(app())
    expect(await raw(port, 'GET /\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 /,
    )
    expect(await raw(port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 /,
    )
  })
})

describe('close', () => {
  /** Starts a server that responds on command, and reports when a request has arrived. */
  async function startSlow() {
    const arrival = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const server = await start(async () => {
      arrival.resolve()
      await release.promise
      return new Response('done')
    })
    return { server, arrival: arrival.promise, release: release.resolve }
  }

  test('lets a running request end, and does not wait for its connection to time out', async () => {
    const { server, arrival, release } = await startSlow()
    const connected = nextConnection()
    const response = fetch(server.url)
    let isTimedOut = false
    const connection = (await connected).on('timeout', () => {
      isTimedOut = true
    })
    await arrival
    const closed = server.close(HANG_MS)
    release()
    expect(await (await response).text()).toBe('done')
    await closed
    expect([connection.destroyed, isTimedOut]).toEqual([true, false])
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('cuts off what runs past the deadline', async () => {
    const { server, arrival } = await startSlow()
    const outcome = expect(fetch(server.url)).rejects.toThrow()
    await arrival
    await server.close(100)
    await outcome
  })

  test('may be called twice', async () => {
    const { server } = await startSlow()
    await Promise.all([server.close(), server.close()])
  })
})

describe('a server that cannot listen', () => {
  test('says where, why and what to do', async () => {
    const { port } = await start(async () => new Response())
    await expect(serve(async () => new Response(), { port })).rejects.toMatchObject({
      message: `Cannot listen on 127.0.0.1:${port}: another process is listening there. Fix: choose another \`port\` (0 for any free port), or stop that process.`,
      code: 'EADDRINUSE',
      port,
    })
  })

  test('says that this machine lacks the address', async () => {
    await expect(serve(async () => new Response(), { hostname: '192.0.2.1' })).rejects.toThrow(
      /^Cannot listen on 192\.0\.2\.1:0: this machine does not have that address\. Fix: /,
    )
  })
})
