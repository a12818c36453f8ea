import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  createClient,
  defineOperation,
  type Middleware,
  type Operation,
  writeHeaderKey,
  writeItems,
  writeToken,
} from '@concordat/runtime/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

type Arrived = Record<string, unknown>

const servers: Server[] = []
const arrived: Arrived[] = []
let here = ''
let elsewhere = ''

/**
 * Redirects "/STATUS/STATUS…" with the first status, to the rest of the path on the origins in the query,
 * which take turns.
 */
async function listen(): Promise<string> {
  const server = createServer(async (request, response) => {
    arrived.push({ ...(await described(request)), by: server === servers[0] ? 'here' : 'elsewhere' })
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a')
    const [, status = '200', ...rest] = pathname.split('/')
    const to = searchParams.get('to')
    const [next, ...others] = to?.split(',') ?? []
    if (status !== '200' && next !== undefined)
      response.setHeader('Location', `${next}/${rest.join('/')}?to=${[...others, next].join(',')}`)
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end('[1]')
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function described(request: IncomingMessage): Promise<Arrived> {
  const { 'content-type': type, authorization, 'x-key': key, 'x-other': other, cookie } = request.headers
  return { method: request.method, type, authorization, key, other, cookie, body: await text(request) }
}

beforeAll(async () => {
  here = await listen()
  elsewhere = await listen()
})
afterAll(() => Promise.all(servers.map((server) => server.close().closeAllConnections())))
beforeEach(() => {
  arrived.length = 0
})

const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', write: writeHeaderKey },
  token: { type: 'http', scheme: 'bearer', write: writeToken },
} as const

const operation = (method: string, path: string) =>
  defineOperation<Operation<{ readonly body?: unknown }, { readonly status: 200; readonly body: unknown }>>({
    operationId: 'go',
    method,
    path,
    statuses: '200',
    security: [['key', 'token']],
  })

/**
 * Makes the request pass through a middleware between the client and `fetch`, so that its body becomes a
 * stream.
 */
const passOn: Middleware = (request, next) => next(request)

const client = (...middlewares: Middleware[]) =>
  createClient(
    {
      baseUrl: here,
      credentials: { key: 'A-SECRET', token: 't' },
      headers: { 'X-Other': 'o', Cookie: 'c=1' },
      middlewares,
    },
    { securitySchemes: schemes },
  )

const KINDS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].flatMap((method) =>
  [301, 302, 303, 307, 308].map((status) => [method, status] as const),
)

describe.each([
  ['without middlewares', []],
  ['with a middleware', [passOn]],
])('%s', (_, middlewares) => {
  describe.each(['here', 'elsewhere'] as const)('a redirect %s', (where) => {
    test.each(KINDS)(
      'of %s by %i is followed as by fetch, without the key of another origin',
      async (method, status) => {
        const to = where === 'here' ? here : elsewhere
        const body = method === 'POST' || method === 'PUT' ? { body: ['b'] } : {}
        const path = `/${status}/302/200?to=${to}`
        await operation(method, path)(client(...middlewares), body)
        const ours = arrived.splice(0)
        await fetch(here + path, {
          method,
          headers: {
            ...{ 'X-Key': 'A-SECRET', 'X-Other': 'o', Cookie: 'c=1', Authorization: 'Bearer t' },
            ...('body' in body && { 'Content-Type': 'application/json' }),
          },
          body: 'body' in body ? JSON.stringify(body.body) : null,
        })
        const kept = arrived.map((one) => (one['by'] === 'here' ? one : { ...one, key: undefined }))
        expect(ours).toEqual(kept)
        expect(ours.map(({ key }) => key)).toEqual(
          where === 'here' ? ['A-SECRET', 'A-SECRET', 'A-SECRET'] : ['A-SECRET', undefined, undefined],
        )
      },
    )
  })

  test('the key does not come back with a redirect back', async () => {
    await operation('GET', `/302/302/200?to=${elsewhere},${here}`)(client(...middlewares), {})
    expect(arrived.map(({ by, key, authorization }) => [by, key, authorization])).toEqual([
      ['here', 'A-SECRET', 'Bearer t'],
      ['elsewhere', undefined, undefined],
      ['here', undefined, undefined],
    ])
  })

  test('redirects that do not end are a NetworkError', async () => {
    const path = `/${'302/'.repeat(30)}200?to=${here}`
    await expect(operation('GET', path)(client(...middlewares), {})).rejects.toMatchObject({
      name: 'NetworkError',
      message: expect.stringContaining('more than 20 redirects'),
    })
    expect(arrived).toHaveLength(21)
  })

  test('as many redirects as fetch follows are followed', async () => {
    const path = `/${'302/'.repeat(20)}200?to=${here}`
    expect(await operation('GET', path)(client(...middlewares), {})).toEqual([1])
  })

  test('a redirect to what is not HTTP is a NetworkError', async () => {
    const to = encodeURIComponent('data:application/json,')
    await expect(operation('GET', `/302/200?to=${to}`)(client(...middlewares), {})).rejects.toMatchObject({
      name: 'NetworkError',
    })
  })

  test('a status of redirects without a place is an answer', async () => {
    await expect(operation('GET', '/302')(client(...middlewares), {})).rejects.toMatchObject({ status: 302 })
  })
})

test('a body that is sent once is not sent again', async () => {
  const send = defineOperation<
    Operation<{ readonly body: AsyncIterable<number> }, { readonly status: 200; readonly body: unknown }>
  >(
    {
      operationId: 'sendAll',
      method: 'POST',
      path: `/307/200?to=${elsewhere}`,
      statuses: '200',
      security: [['key']],
      body: { content: { 'application/jsonl': { stream: { format: 'lines' } } } },
    },
    { body: writeItems },
  )
  async function* items() {
    yield 1
  }
  await expect(send(client(), { body: items() })).rejects.toMatchObject({ name: 'NetworkError' })
  expect(arrived).toHaveLength(1)
})

test('a page leaves redirects to fetch, which alone is shown where they lead', async () => {
  const asked: string[] = []
  Object.assign(globalThis, { location: { href: 'http://page.test/' } })
  try {
    const page = createClient(
      {
        baseUrl: here,
        credentials: { key: 'k' },
        fetch: async (request) => {
          asked.push(request.redirect)
          return Response.json([])
        },
      },
      { securitySchemes: schemes },
    )
    await operation('GET', '/200')(page, {})
  } finally {
    Reflect.deleteProperty(globalThis, 'location')
  }
  expect(asked).toEqual(['follow'])
})
