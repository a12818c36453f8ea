import {
  ApiError,
  bindOperations,
  checkMediaType,
  createClient,
  defineOperation,
  MediaTypeError,
  type Middleware,
  type Operation,
  retry,
  writeToken,
} from '@concordat/runtime/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { json, type Step, stubService } from './stub-service.ts'

interface ReadRequest {
  readonly path: { readonly id: string }
}
type ReadResponse =
  | { readonly status: 200; readonly body: { readonly name: string } }
  | { readonly status: 404; readonly body: { readonly detail: string } }

const descriptor = { method: 'GET', path: '/pets/{id}', statuses: '200 4XX' } as const
const readPet = defineOperation<Operation<ReadRequest, ReadResponse>>({
  operationId: 'readPet',
  ...descriptor,
})
const readToy = defineOperation<Operation<ReadRequest, ReadResponse>>({
  operationId: 'readToy',
  ...descriptor,
})

const request: ReadRequest = { path: { id: '1' } }
const missing = () => json({ detail: 'No pet.' }, { status: 404 })

function service(...steps: readonly Step[]) {
  const stub = stubService(...steps)
  const connect = (...middlewares: readonly Middleware[]) =>
    createClient({ baseUrl: 'http://a.test/', fetch: stub.fetch, middlewares })
  return { ...stub, connect, client: connect() }
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('The call has to fail.'),
    (error: unknown) => error,
  )
}

describe('operations', () => {
  test('result answers a documented failure instead of throwing it', async () => {
    const { client } = service(missing())
    const result = await readPet.result(client, request)
    expect(result.status === 404 && result.body.detail).toBe('No pet.')
    expect(result.headers.get('Content-Type')).toBe('application/json')
    expect(result).toHaveProperty('mediaType', 'application/json')
  })

  test('an undocumented status is thrown by result too', async () => {
    const { client } = service(json({}, { status: 500 }))
    const error = await failure(readPet.result(client, request))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 500, documented: false })
    expect(readPet.isError(error)).toBe(false)
  })

  test('isError knows the failures of its own operation', async () => {
    const { client } = service(missing())
    const error = await failure(readPet(client, request))
    expect(readPet.isError(error)).toBe(true)
    expect(readToy.isError(error)).toBe(false)
    expect(readPet.isError(new Error('x'))).toBe(false)
  })

  test('isError knows every answer but the success where no failure is documented', async () => {
    const { client } = service(missing(), missing())
    const readName = defineOperation<Operation<ReadRequest, ReadResponse & { readonly status: 200 }>>({
      ...descriptor,
      operationId: 'readName',
      statuses: '200 201',
    })
    const error = await failure(readName(client, request))
    expect(readName.isError(error) && error.status).toBe(404)
    expect(readPet.isError(error)).toBe(false)
    expect(readName.isError(await failure(readPet(client, request)))).toBe(false)
  })

  test('a call can go to another base URL, with headers of its own', async () => {
    const { client, requests } = service(json({ name: 'a' }))
    await readPet(client, request, { baseUrl: 'http://b.test/v2/', headers: { 'X-A': '1' } })
    expect(requests[0]?.url).toBe('http://b.test/v2/pets/1')
    expect(requests[0]?.headers.get('X-A')).toBe('1')
  })

  test('bound operations leave the client out', async () => {
    const { client } = service(json({ name: 'a' }), missing(), missing())
    const pets = bindOperations<{ readonly readPet: Operation<ReadRequest, ReadResponse, []> }>(client, {
      readPet,
    })
    expect(await pets.readPet(request)).toEqual({ name: 'a' })
    expect((await pets.readPet.result(request)).status).toBe(404)
    expect(pets.readPet.isError(await failure(pets.readPet(request)))).toBe(true)
    expect(pets.readPet.descriptor).toBe(readPet.descriptor)
    expect(pets.readPet).not.toHaveProperty('items')
  })

  test('middlewares see each attempt with its credentials, and can change the answer', async () => {
    const busy = new Response(null, { status: 503, headers: { 'Retry-After': '0' } })
    const { fetch } = stubService(busy, missing())
    const securitySchemes = { token: { type: 'http', scheme: 'bearer', write: writeToken } } as const
    const seen: string[] = []
    const change: Middleware = async (sent, next, { call }) => {
      const answer = await next(sent)
      seen.push(`${call.operation.path} ${sent.url} ${sent.headers.get('Authorization')} ${answer.status}`)
      return answer.status === 404 ? json({ name: 'other' }) : answer
    }
    const client = createClient(
      { baseUrl: 'http://a.test', fetch, credentials: { token: 't' }, middlewares: [retry(), change] },
      { securitySchemes },
    )
    const readOwnPet = defineOperation<Operation<ReadRequest, ReadResponse>>({
      ...readPet.descriptor,
      security: [['token']],
    })
    expect(await readOwnPet(client, request)).toEqual({ name: 'other' })
    expect(seen).toEqual([
      '/pets/{id} http://a.test/pets/1 Bearer t 503',
      '/pets/{id} http://a.test/pets/1 Bearer t 404',
    ])
  })

  test("the first middleware is the outermost, a call's own are inside, and the request of one is what the next sees", async () => {
    const { connect, requests } = service(json({ name: 'a' }))
    const seen: string[] = []
    const named =
      (name: string): Middleware =>
      (sent, next) => {
        seen.push(`${name} after ${sent.headers.get('X-From')}`)
        return next(new Request(sent, { headers: { 'X-From': name } }))
      }
    const client = connect(named('first'), named('second'))
    await readPet(client, request, { middlewares: [named('third')] })
    expect(seen).toEqual(['first after null', 'second after first', 'third after second'])
    expect(requests[0]?.headers.get('X-From')).toBe('third')
  })

  test('a middleware can answer without sending, with a failure as well', async () => {
    const { connect, requests } = service()
    const client = connect(async (sent) => (sent.url.endsWith('/1') ? json({ name: 'cached' }) : missing()))
    expect(await readPet(client, request)).toEqual({ name: 'cached' })
    const error = await failure(readPet(client, { ...request, path: { id: '2' } }))
    expect(readPet.isError(error)).toBe(true)
    expect(error).toHaveProperty('message', 'GET /pets/2 (readPet) returned 404: No pet.')
    expect(requests).toHaveLength(0)
  })

  test('what a middleware throws rejects the call as it is, and is not tried again', async () => {
    const { connect, requests } = service(json({ name: 'a' }))
    const own = new Error('No.')
    const client = connect(retry(), async (sent, next) => {
      await next(sent)
      throw own
    })
    await expect(readPet(client, request)).rejects.toBe(own)
    expect(requests).toHaveLength(1)
  })

  test('a middleware sees a failure of the network as an error', async () => {
    const { connect } = service(new Error('reset'))
    const client = connect((sent, next) => next(sent).catch(() => json({ name: 'stale' })))
    expect(await readPet(client, request)).toEqual({ name: 'stale' })
  })
})

describe('with the fetch of the platform', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('a base URL may be relative to the page', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (url: unknown, init: RequestInit) => {
      asked.push(url, init.method)
      return json({ name: 'a' })
    })
    expect(await readPet(createClient({ baseUrl: '/api' }), request)).toEqual({ name: 'a' })
    expect(asked).toEqual(['/api/pets/1', 'GET'])
  })
})

describe('media types', () => {
  type ExportResponse =
    | {
        readonly status: 200
        readonly mediaType: 'application/json'
        readonly body: { readonly name: string }
      }
    | { readonly status: 200; readonly mediaType: 'text/csv'; readonly body: string }
  const exportPets = defineOperation<
    Operation<{ readonly query?: { readonly limit?: number } }, ExportResponse>
  >(
    {
      operationId: 'exportPets',
      method: 'GET',
      path: '/pets',
      statuses: '200',
      acceptAny: 'application/json, text/csv;q=0.9',
    },
    { check: checkMediaType },
  )
  /** Responds with CSV only to clients that accept nothing else. */
  const negotiate = (request: Request) =>
    request.headers.get('Accept') === 'text/csv'
      ? new Response('name\na', { headers: { 'Content-Type': 'text/csv; charset=utf-8' } })
      : json({ name: 'a' })

  test('a call asks for JSON, and for another one by the option "accept"', async () => {
    const { client, requests } = service(negotiate, negotiate, negotiate, negotiate)
    expect((await exportPets(client)).name).toBe('a')
    expect(await exportPets(client, {}, { accept: 'text/csv' })).toBe('name\na')
    expect(await exportPets.result(client)).toMatchObject({ mediaType: 'application/json' })
    expect(await exportPets.result(client, {}, { accept: 'text/csv' })).toMatchObject({ body: 'name\na' })
    expect(requests.map(({ headers }) => headers.get('Accept'))).toEqual([
      'application/json',
      'text/csv',
      'application/json, text/csv;q=0.9',
      'text/csv',
    ])
  })

  test('a documented media type that was not asked for is an error, except for result', async () => {
    const csv = () => new Response('name', { headers: { 'Content-Type': 'text/csv' } })
    const { client } = service(csv, csv)
    const error = await failure(exportPets(client))
    expect(error).toBeInstanceOf(MediaTypeError)
    expect(error).toMatchObject({
      message: 'GET /pets (exportPets) returned 200 as "text/csv", not as "application/json"',
      status: 200,
      body: 'name',
      mediaType: 'text/csv',
    })
    expect(await exportPets.result(client)).toMatchObject({ mediaType: 'text/csv', body: 'name' })
  })

  test('one that the document does not have is read as it says', async () => {
    const { client } = service(new Response('{"name":"a"}', { headers: { 'Content-Type': 'text/plain' } }))
    expect(await exportPets(client)).toBe('{"name":"a"}')
  })
})
