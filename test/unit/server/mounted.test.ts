import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ParameterDescriptor } from '@concordat/runtime/http'
import { type App, type HandlerContext, HttpProblem } from '@concordat/runtime/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quiet, until } from '../../waiting.ts'
import { appOf, documentOf, type Handlers } from './echo-app.ts'
import { MOUNTS, type Mounted } from './mounts.ts'
import { raw as rawAt } from './raw.ts'

const parameters: readonly ParameterDescriptor[] = [
  { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
  { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
  { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  { name: 'open', in: 'query', schema: { type: 'boolean', default: true } },
  { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
  { name: 'X-Ids', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
  { name: 'session', in: 'cookie', schema: { type: 'string' } },
]

const anything = { content: { 'application/json': {} } }

const document = documentOf(
  [
    { operationId: 'find', path: '/items/{id}/{name}', parameters },
    {
      operationId: 'keep',
      path: '/items',
      method: 'POST',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'object', required: ['name'] } },
          'multipart/form-data': {
            schema: { properties: { n: { type: 'integer' }, file: { format: 'binary' } } },
          },
          'application/x-www-form-urlencoded': { schema: { type: 'object' } },
          'application/octet-stream': {},
        },
      },
    },
    {
      operationId: 'count',
      path: '/lines',
      method: 'POST',
      requestBody: { content: { 'application/jsonl': { stream: { format: 'lines' }, schema: true } } },
    },
    {
      operationId: 'follow',
      path: '/lines',
      responses: { 200: { content: { 'application/jsonl': { stream: { format: 'lines' } } } } },
    },
    { operationId: 'download', path: '/file', responses: { 200: { content: { 'text/*': {} } } } },
    { operationId: 'cookies', path: '/cookies' },
    { operationId: 'nothing', path: '/nothing' },
    { operationId: 'name', path: '/name', parameters: [{ name: 'as', in: 'query', schema: {} }] },
    { operationId: 'fail', path: '/fail', parameters: [{ name: 'how', in: 'query', schema: {} }] },
    {
      operationId: 'closed',
      path: '/closed',
      method: 'POST',
      requestBody: anything,
      security: [{ key: [] }],
    },
    { operationId: 'wait', path: '/wait' },
    { operationId: 'repeat', path: '/repeat', method: 'POST' },
    { operationId: 'look', path: '/look', method: 'PUT', requestBody: anything },
  ],
  { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
)

const failures: unknown[] = []
const left: string[] = []
const kept: unknown[] = []
/** Functions that let handlers of "wait" continue, in the order of the requests. */
const releases: (() => void)[] = []

async function* numbers() {
  try {
    for (let number = 0; ; number++) {
      yield { number }
      await sleep(5)
    }
  } finally {
    left.push('stream')
  }
}

interface Given extends Readonly<Record<'path' | 'query' | 'header' | 'cookie', Record<string, unknown>>> {
  readonly body: Blob & AsyncIterable<unknown> & { readonly file?: unknown }
  readonly mediaType: string
}

/** Bodies of every kind. */
const named: Readonly<Record<string, object>> = {
  text: { body: 'é', mediaType: 'text/plain' },
  JSON: { body: { é: 'é' } },
  bytes: { body: Buffer.from('é'), mediaType: 'text/plain' },
  file: { body: new Blob(['é']), mediaType: 'text/plain' },
  nothing: {},
}

const handlers: Record<string, (given: Given, context: HandlerContext) => unknown> = {
  find: ({ path, query, header, cookie }, { given }) => ({
    status: 200,
    body: { path, query, header, cookie, given: given.query },
  }),
  async keep({ body, mediaType }) {
    const size = body instanceof Blob ? body.size : undefined
    const file = body.file instanceof File ? await body.file.text() : undefined
    kept.push(body)
    return { status: 201, body: { mediaType, size, file, body } }
  },
  async count({ body }) {
    let count = 0
    for await (const _ of body) count++
    return { status: 200, body: { count } }
  },
  follow: () => ({ status: 200, body: numbers() }),
  download: () => ({ status: 200, body: new Blob(['ü'.repeat(100_000)], { type: 'text/csv' }) }),
  cookies: () => ({ status: 204, headers: { 'Set-Cookie': ['a=1', 'b=2'], 'X-Two': ['1', '2'] } }),
  nothing: () => ({ status: 200 }),
  name: ({ query: { as } }) => ({ status: 200, headers: { 'x-name': 'Zoë' }, ...named[String(as)] }),
  fail({ query: { how } }) {
    if (how === 'header') return { status: 200, body: 1, headers: { 'x-bad': 'a\u0000b' } }
    if (how === 'status') return { status: 99, body: 1 }
    if (how === 'conflict') throw new HttpProblem({ kind: 'conflict', headers: { 'retry-after': '1' } })
    throw new Error('secret')
  },
  async wait(_, { signal }) {
    await new Promise<void>((resolve) => {
      releases.push(resolve)
      signal.addEventListener('abort', () => {
        left.push('handler')
        resolve()
      })
    })
    return { status: 204 }
  },
  repeat: async (_, { request }) => ({ status: 200, body: await request.text() }),
  async look({ body }, context) {
    const { request, signal } = { ...context }
    const again: unknown = await request.text().catch((error: unknown) => (error as Error).name)
    return {
      status: 200,
      body: {
        isRequest: request instanceof Request,
        method: request.method,
        path: new URL(request.url).pathname,
        token: request.headers.get('x-token'),
        all: [...request.headers.keys()].includes('x-token'),
        bodyUsed: request.bodyUsed,
        isAborted: [signal.aborted, request.signal.aborted],
        again,
        body,
      },
    }
  },
}

const app = (): App =>
  appOf(document, {
    handlers: handlers as unknown as Handlers,
    authenticate: async () => undefined,
    onError: (error) => void failures.push(error),
    cors: { origins: ['https://page.example'] },
    maxBodyBytes: 200_000,
  })

const json = { 'content-type': 'application/json' }

describe.each(Object.entries(MOUNTS))('an App in %s', (_, mount) => {
  let mounted: Mounted
  beforeAll(async () => {
    mounted = await mount(app())
  })
  afterAll(() => mounted.close())

  const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(mounted.origin + path, init)
  const post = (path: string, body: BodyInit, headers?: Record<string, string>): Promise<Response> =>
    ask(path, { method: 'POST', body, ...(headers && { headers }), duplex: 'half' } as RequestInit)

  const raw = (text: string): Promise<string> => rawAt(mounted.port, text)
  const open = (): Socket => connect(mounted.port, '127.0.0.1').on('error', () => undefined)

  test('gets parameters of every place, typed, and tells defaults apart', async () => {
    const path = '/items/7/a%2Fb%20%C3%BC?tags=x&tags=y+z&filter[a]=1&filter[b]=2&other=%zz'
    const answer = await ask(path, { headers: { 'x-ids': '1,2', cookie: 'session=s%201; other=2' } })
    expect(await answer.json()).toEqual({
      path: { id: 7, name: 'a/b ü' },
      query: { tags: ['x', 'y z'], open: true, filter: { a: '1', b: '2' } },
      given: { tags: ['x', 'y z'], filter: { a: '1', b: '2' } },
      header: { 'X-Ids': [1, 2] },
      cookie: { session: 's 1' },
    })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await ask('/items/x/b')).status).toBe(400)
    expect((await ask('/items/7/{b}?open=maybe')).status).toBe(400)
  })

  test.each(Object.keys(named))('writes a header with its letters beside a body that is %s', async (kind) => {
    const received = await raw(`GET /name?as=${kind} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`)
    expect(received).toMatch(/^x-name: Zo\xeb\r$/im)
    // The response is read as bytes, so this letter appears as its two bytes in UTF-8.
    if (kind !== 'nothing') expect(received.split('\r\n\r\n', 2)[1]).toContain('\xc3\xa9')
  })

  test('gets bodies of every kind, declared and chunked', async () => {
    expect(await (await post('/items', '{"name":"ü"}', json)).json()).toMatchObject({ body: { name: 'ü' } })
    const chunked = await post('/items', new Blob(['{"name"', ':1}']).stream(), json)
    expect(await chunked.json()).toMatchObject({ body: { name: 1 } })
    const form = new FormData()
    form.set('n', '1')
    form.set('file', new File(['text'], 'a.txt'))
    expect(await (await post('/items', form)).json()).toMatchObject({ body: { n: 1 }, file: 'text' })
    expect(await (await post('/items', new URLSearchParams({ a: 'b' }))).json()).toMatchObject({
      body: { a: 'b' },
    })
    const octets = { 'content-type': 'application/octet-stream' }
    expect(await (await post('/items', new Uint8Array(100_000), octets)).json()).toMatchObject({
      size: 100_000,
    })
  })

  test('refuses bodies that are missing, broken, wrong, too large or of another type', async () => {
    const statusOf = async (...given: Parameters<typeof post>) => (await post(...given)).status
    expect(await statusOf('/items', '', json)).toBe(400)
    expect(await statusOf('/items', '{', json)).toBe(400)
    expect(await statusOf('/items', '{}', json)).toBe(400)
    expect(await statusOf('/items', '<a/>', { 'content-type': 'application/xml' })).toBe(415)
    const large = JSON.stringify({ name: 'x'.repeat(300_000) })
    expect(await statusOf('/items', large, json)).toBe(413)
    expect(await statusOf('/items', new Blob([large]).stream(), json)).toBe(413)
    // The same connection, or a new one, still works.
    expect(await statusOf('/items', '{"name":1}', json)).toBe(201)
  })

  test('refuses before it reads a body, and the caller learns why', async () => {
    for (let times = 0; times < 3; times++) {
      const answer = await post('/closed', new Uint8Array(150_000), json)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Test"'])
      await answer.text()
    }
  })

  test('takes a stream item by item, and answers one until the caller leaves', async () => {
    const lines = await post('/lines', '{}\n{}\n{}\n', { 'content-type': 'application/jsonl' })
    expect(await lines.json()).toEqual({ count: 3 })
    left.length = 0
    const answer = await ask('/lines')
    const reader = answer.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^\{"number":0\}\n/)
    await reader.cancel()
    await expect.poll(() => left).toEqual(['stream'])
  })

  test('answers files, cookies, and nothing', async () => {
    const file = await ask('/file')
    expect([file.headers.get('content-type'), (await file.text()).length]).toEqual([
      'text/csv; charset=utf-8',
      100_000,
    ])
    const cookies = await ask('/cookies')
    expect([cookies.status, cookies.headers.getSetCookie(), cookies.headers.get('x-two')]).toEqual([
      204,
      ['a=1', 'b=2'],
      '1, 2',
    ])
    const nothing = await ask('/nothing')
    expect([nothing.status, await nothing.text()]).toEqual([200, ''])
  })

  test('answers HEAD and OPTIONS, and tells pages of other origins what they may do', async () => {
    const head = await ask('/file', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ])
    const options = await ask('/items', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    const origin = 'https://page.example'
    const preflight = await ask('/items', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type')
    const granted = await ask('/nothing', { headers: { origin } })
    expect(granted.headers.get('access-control-allow-origin')).toBe(origin)
    const other = await ask('/nothing', { headers: { origin: 'https://other.example' } })
    expect([other.headers.get('access-control-allow-origin'), other.headers.get('vary')]).toEqual([
      null,
      'Origin',
    ])
  })

  test('answers failures, and tells the service of those that are its own', async () => {
    expect((await ask('/none')).status).toBe(404)
    const method = await ask('/items', { method: 'DELETE' })
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const conflict = await ask('/fail?how=conflict')
    expect([conflict.status, conflict.headers.get('retry-after')]).toEqual([409, '1'])
    failures.length = 0
    for (const how of ['header', 'status', 'error']) {
      const answer = await ask(`/fail?how=${how}`)
      expect([answer.status, await answer.json()]).toEqual([
        500,
        expect.objectContaining({ kind: 'handler-failed' }),
      ])
    }
    expect(failures).toHaveLength(3)
  })

  test('gives handlers a Request, of which the body has been read', async () => {
    const answer = await ask('/look?a=1', {
      method: 'PUT',
      body: '{"a":1}',
      headers: { ...json, 'x-token': 't' },
    })
    expect(await answer.json()).toEqual({
      isRequest: true,
      method: 'PUT',
      path: '/look',
      token: 't',
      all: true,
      bodyUsed: true,
      isAborted: [false, false],
      again: 'TypeError',
      body: { a: 1 },
    })
  })

  test('tells a handler that its caller has gone away', async () => {
    left.length = 0
    releases.length = 0
    const socket = open()
    socket.write('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => releases.length === 1)
    socket.destroy()
    await expect.poll(() => left).toEqual(['handler'])
    const answer = ask('/wait')
    await until(() => releases.length === 2)
    releases[1]?.()
    expect((await answer).status).toBe(204)
    expect(left).toEqual(['handler'])
  })

  test('lets a handler read the body that the document does not have, and none', async () => {
    expect(await (await post('/repeat', 'text')).json()).toBe('text')
    const none = await raw('POST /repeat HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(none).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\n""(\r\n|$)/)
  })

  test('takes what a caller has sent who does not wait', async () => {
    kept.length = 0
    const socket = open()
    const body = '{"name":"left"}'
    socket.end(
      `POST /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    socket.resume()
    await expect.poll(() => kept).toEqual([{ name: 'left' }])
  })

  test('does not take half a body for a whole one', async () => {
    kept.length = 0
    const socket = open()
    socket.write(
      'POST /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"name":1}',
    )
    // Once other requests have got their responses, this one has arrived, and then been cut off.
    await ask('/nothing')
    socket.destroy()
    await ask('/nothing')
    await quiet(100)
    expect(kept).toEqual([])
  })

  test('keeps connections, one answer behind the other', async () => {
    const get = 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'
    const refused =
      'POST /closed HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    const answers = await raw(get + refused + get + get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect(answers.match(/HTTP\/1\.1 (\d+)/g)?.map((line) => line.slice(9))).toEqual([
      '200',
      '401',
      '200',
      '200',
    ])
  })

  test('keeps a connection behind bodies, which come with their head, in pieces or late', async () => {
    kept.length = 0
    const head = (length: number, more = '') =>
      `POST /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`
    const together = await raw(
      `${head(10)}{"name":1}${head(10)}{"name":2}${head(9, 'Connection: close\r\n')}{"no":"x"}`,
    )
    expect(together.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 400'])
    const socket = open().setNoDelay(true)
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk
    })
    for (const piece of [head(10), '{"name', `":3}${head(10)}{"na`, 'me":4}', `${head(10)}{"name":5}`]) {
      socket.write(piece)
      await sleep(20)
    }
    await expect.poll(() => received.match(/HTTP\/1\.1 201/g)).toHaveLength(3)
    socket.destroy()
    expect(kept).toEqual([1, 2, 3, 4, 5].map((name) => ({ name })))
  })

  test('refuses targets and hosts that are none', async () => {
    for (const [target, host] of [
      ['*', 'a'],
      ['/nothing', 'a b'],
      ['/nothing', 'a/b'],
      ['/nothing', 'user@a'],
      ['/x\\y', 'a'],
    ])
      expect(
        await raw(`OPTIONS ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        target,
      ).toMatch(/^HTTP\/1.1 400 /)
    const absolute = await raw('GET http://b/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(absolute).toMatch(/^HTTP\/1.1 (200|404) /)
  })
})
