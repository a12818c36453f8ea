import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type AppOptions, type CorsOptions, HttpProblem } from '@concordat/runtime/server'
import { serve } from '@concordat/runtime/server/node'
import { describe, expect, test, vi } from 'vitest'
import { appOf, documentOf, type Handlers } from './echo-app.ts'

const document: DocumentDescriptor = documentOf(
  [
    {
      path: '/pets/{id}',
      method: 'GET',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
      ],
      responses: {
        200: { headers: { ETag: {}, 'X-Total': {} } },
        default: { headers: { 'x-total': {}, 'Retry-After': {} } },
      },
    },
    {
      path: '/pets/{id}',
      method: 'PUT',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      requestBody: { content: { 'application/json': {} } },
      security: [{ Bearer: [] }, { Key: [], Cookie: [] }],
    },
    { path: '/open', method: 'OPTIONS' },
  ],
  {
    securitySchemes: {
      Bearer: { type: 'http', scheme: 'bearer' },
      Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      Cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
  },
)

const page = 'https://app.example'
const other = 'https://other.example'

function appWith(cors: CorsOptions | undefined, options: Partial<AppOptions<Handlers, string>> = {}) {
  const authenticate = async () => undefined
  return appOf<string>(document, { authenticate, ...(cors && { cors }), ...options })
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly origin?: string | undefined
  /** Turns the request into a preflight. */
  readonly ask?: string
}

const requestOf = ({ method = 'GET', path = '/pets/1', origin, ask }: Sent) =>
  new Request(`http://host${path}`, {
    method: ask === undefined ? method : 'OPTIONS',
    headers: {
      ...(origin !== undefined && { origin }),
      ...(ask !== undefined && { 'access-control-request-method': ask }),
    },
  })

/** Returns a response's CORS headers, with its status. */
async function sharing(app: (request: Request) => Promise<Response>, sent: Sent) {
  const { status, headers } = await app(requestOf(sent))
  const about = [...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-'))
  return { status, ...Object.fromEntries(about) }
}

const exposed = { 'access-control-expose-headers': 'ETag, X-Total, Retry-After' }

describe('an origin', () => {
  test('is told nothing where nothing is allowed', async () => {
    const app = appWith(undefined)
    expect(await sharing(app, { origin: page })).toEqual({ status: 200 })
    expect(await sharing(app, { origin: page, ask: 'GET' })).toEqual({ status: 204 })
  })

  test('of a list is allowed by its exact name, and caches learn that answers differ', async () => {
    const app = appWith({ origins: ['https://first.example', page] })
    const differs = { status: 200, vary: 'Origin' }
    expect(await sharing(app, { origin: page })).toEqual({
      ...differs,
      ...exposed,
      'access-control-allow-origin': page,
    })
    for (const origin of [other, `${page}:8443`, 'http://app.example', `${page}.evil.example`, 'null'])
      expect(await sharing(app, { origin })).toEqual(differs)
    expect(await sharing(app, {})).toEqual(differs)
  })

  test('may bring credentials where the list says so', async () => {
    const app = appWith({ origins: [page], credentials: true })
    const credentials = { 'access-control-allow-origin': page, 'access-control-allow-credentials': 'true' }
    expect(await sharing(app, { origin: page })).toMatchObject(credentials)
    expect(await sharing(app, { origin: page, ask: 'PUT' })).toMatchObject(credentials)
    expect(await sharing(app, { origin: other })).toEqual({ status: 200, vary: 'Origin' })
  })

  test.each([true, false])('is asked of a function (that answers later: %s)', async (isLate) => {
    const known = (origin: string) => origin.endsWith('.example') && origin !== other
    const app = appWith({ origins: isLate ? async (origin) => known(origin) : known, credentials: true })
    expect(await sharing(app, { origin: page })).toMatchObject({ 'access-control-allow-origin': page })
    expect(await sharing(app, { origin: other })).toEqual({ status: 200, vary: 'Origin' })
  })

  test('that hides itself is nobody, whatever a function says', async () => {
    const app = appWith({ origins: () => true, credentials: true })
    expect(await sharing(app, { origin: 'null' })).toEqual({ status: 200, vary: 'Origin' })
  })

  test('is "*" for everybody, never the name of who asks', async () => {
    const app = appWith({ origins: '*' })
    for (const origin of [page, 'null', undefined])
      expect(await sharing(app, { origin })).toEqual({
        status: 200,
        ...exposed,
        'access-control-allow-origin': '*',
      })
  })

  test('whose function fails gets nothing, and nothing is done for it', async () => {
    const onError = vi.fn()
    const operation0 = vi.fn(() => ({ status: 200 }))
    const origins = () => Promise.reject(new Error('no answer'))
    const app = appWith({ origins }, { onError, handlers: { operation0 } })
    expect(await sharing(app, { origin: page })).toEqual({ status: 500 })
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: 'no answer' })
    expect(operation0).not.toHaveBeenCalled()
  })
})

describe('a refusal', () => {
  test.each([
    [{ path: '/pets/1', method: 'PUT' }, 401],
    [{ path: '/pets/1', method: 'DELETE' }, 405],
    [{ path: '/pets/x' }, 400],
    [{ path: '/nowhere' }, 404],
  ])('can be read by the page too: %o', async (sent, status) => {
    const app = appWith({ origins: [page], exposedHeaders: ['Retry-After'] })
    expect(await sharing(app, { ...sent, origin: page })).toMatchObject({
      status,
      vary: 'Origin',
      'access-control-allow-origin': page,
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    })
  })

  test('keeps what it says of caches itself', async () => {
    const headers = { vary: 'Accept' }
    const handlers = { operation0: () => Promise.reject(new HttpProblem({ kind: 'conflict', headers })) }
    const answer = await sharing(appWith({ origins: [page] }, { handlers }), { origin: page })
    expect(answer).toMatchObject({ status: 409, vary: 'Accept, Origin' })
  })
})

describe('a preflight', () => {
  const app = appWith({ origins: [page], maxAgeSeconds: 600, exposedHeaders: ['X-More'] })
  const vary = 'Access-Control-Request-Method, Access-Control-Request-Headers, Origin'
  const methods = { 'access-control-allow-methods': 'GET, PUT, HEAD, OPTIONS' }

  test('is answered from the document, without credentials and without the handler', async () => {
    expect(await sharing(app, { origin: page, ask: 'PUT' })).toMatchObject({
      status: 204,
      vary,
      ...methods,
      'access-control-allow-origin': page,
      'access-control-allow-headers': 'Content-Type, Authorization, X-Key',
      'access-control-max-age': '600',
    })
    expect(await sharing(app, { origin: page, ask: 'GET' })).toMatchObject({
      'access-control-allow-headers': 'X-Trace',
    })
    expect(await sharing(app, { origin: page, ask: 'HEAD' })).toMatchObject({
      'access-control-allow-headers': 'X-Trace',
    })
  })

  test('of a method that the path does not have names those that it has', async () => {
    const answer = await sharing(app, { origin: page, ask: 'DELETE' })
    expect(answer).toMatchObject({ status: 204, ...methods })
    expect(answer).not.toHaveProperty('access-control-allow-headers')
  })

  test('of another origin is not granted', async () => {
    const answer = await sharing(app, { origin: other, ask: 'PUT' })
    expect(answer).toMatchObject({ status: 204, vary })
    expect(answer).not.toHaveProperty('access-control-allow-origin')
  })

  test('of a path that is not there is refused', async () => {
    expect(await sharing(app, { origin: page, ask: 'GET', path: '/nowhere' })).toMatchObject({ status: 404 })
  })

  test('is none without an origin or a method: OPTIONS is then what the document says', async () => {
    const handlers = { operation2: () => ({ status: 200, headers: { 'x-own': 'yes' } }) }
    const own = appWith({ origins: [page] }, { handlers })
    expect(
      (await own(requestOf({ method: 'OPTIONS', path: '/open', origin: page }))).headers.get('x-own'),
    ).toBe('yes')
    expect((await own(requestOf({ path: '/open', ask: 'OPTIONS' }))).headers.get('x-own')).toBe('yes')
    expect(await sharing(own, { path: '/open', ask: 'OPTIONS', origin: page })).toMatchObject({
      status: 204,
      'access-control-allow-methods': 'OPTIONS',
    })
  })
})

describe('rules that cannot be kept are refused at the start', () => {
  test.each<[object, string]>([
    [{ origins: '*', credentials: true }, 'the origin "*" cannot be combined with credentials'],
    [
      { origins: ['*'] },
      '"*" is not an origin in the form that browsers send. Expected: "https://app.example".',
    ],
    [{ origins: ['https://App.example/'] }, 'Expected: "https://app.example".'],
    [{ origins: ['https://app.example:443'] }, 'Expected: "https://app.example".'],
    [{ origins: ['app.example'] }, '"app.example" is not an origin'],
    [{ origins: ['null'] }, '"null" is not an origin'],
    [{ origins: ['file:///etc'] }, '"file:///etc" is not an origin'],
    [{ origins: [page], exposedHeaders: ['*'] }, '"*" is not a valid header name'],
    [{ origins: [page], exposedHeaders: ['a\r\nb'] }, 'is not a valid header name'],
    [{ origins: [page], allowedHeaders: ['a b'] }, '"a b" is not a valid header name'],
    [{ origins: [page], maxAgeSeconds: -1 }, 'maxAgeSeconds is -1'],
    [{ origins: [page], maxAgeSeconds: 1.5 }, 'maxAgeSeconds is 1.5'],
  ])('%o', (cors, message) => {
    expect(() => appWith(cors as CorsOptions)).toThrow(message)
  })
})

test('pages may send headers that the document does not name, where they are allowed', async () => {
  const allowed = async (allowedHeaders: NonNullable<CorsOptions['allowedHeaders']>) => {
    const request = requestOf({ origin: page, ask: 'PUT' })
    request.headers.set('access-control-request-headers', 'content-type,x-odd')
    const { headers } = await appWith({ origins: [page], allowedHeaders })(request)
    return headers.get('access-control-allow-headers')?.toLowerCase().split(', ').sort()
  }
  const documented = ['authorization', 'content-type', 'x-key']
  expect(await allowed([])).toEqual(documented)
  expect(await allowed(['X-Request-Id'])).toEqual([...documented, 'x-request-id'])
  expect(await allowed('any')).toEqual([...documented, 'x-odd'])
})

test('everything arrives over node:http', async () => {
  const server = await serve(appWith({ origins: [page], credentials: true }))
  try {
    const preflight = await fetch(`${server.url}/pets/1`, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'PUT' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(page)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, PUT, HEAD, OPTIONS')
    const answer = await fetch(`${server.url}/pets/x`, { headers: { origin: page } })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(answer.headers.get('vary')).toBe('Origin')
    expect(await answer.json()).toMatchObject({ kind: 'invalid-parameter' })
  } finally {
    await server.close()
  }
})
