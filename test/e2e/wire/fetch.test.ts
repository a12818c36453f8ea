import { writeRequests } from '@concordat/runtime/openapi-fetch'
import createFetchClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFetchClient as createServiceClient } from '../../../generated/fetch.ts'
import { checkSent } from './check-sent.ts'
import { type Exchange, exchanges, schemes } from './exchanges.ts'
import { type RecordingServer, startRecordingServer } from './recording-server.ts'

let server: RecordingServer
beforeAll(async () => {
  server = await startRecordingServer()
})
afterAll(() => server.close())

/** Sends as a generated `fetch.ts` does, regardless of the types that a document would allow. */
async function send({ operation = {}, request, credentials = {} }: Exchange): Promise<unknown> {
  const { method = 'GET', path = '/pets', ...rules } = operation
  const client = writeRequests(createFetchClient({ baseUrl: `${server.url}/` }), {
    operations: { [`${method} ${path}`]: rules },
    securitySchemes: schemes,
    credentials,
  })
  const { body, mediaType, ...params } = (typeof request === 'function' ? request() : request) ?? {}
  const headers = mediaType === undefined ? {} : { 'Content-Type': mediaType }
  const { request: call } = client as unknown as {
    request(method: string, path: string, init: object): Promise<unknown>
  }
  return call(method, path, { params, headers, ...(body !== undefined && { body }) })
}

/** Only exchanges without an expected response, because openapi-fetch reads responses in its own way. */
const about = exchanges.filter(({ answered, name }) => answered === undefined && !name.startsWith('read: '))

describe('on the wire, by openapi-fetch', () => {
  test.each(about.map((exchange) => [exchange.name, exchange] as const))('%s', async (_, exchange) => {
    server.answer({})
    if (exchange.sent === 'nothing') {
      await expect(send(exchange)).rejects.toMatchObject(exchange.error ?? {})
      expect(server.requests).toHaveLength(0)
      return
    }
    await send(exchange)
    expect(server.requests).toHaveLength(1)
    checkSent(server.requests[0], exchange.sent ?? {})
  })

  test.each([
    ['/v2/', 'http://nowhere.invalid/v1', '/v2/pets'],
    ['https://other.example/files', 'https://shop.example', '/files/pets'],
  ])('an operation of the server %s, for whoever was told another place than %s', async (url, root, sent) => {
    server.answer({})
    const baseUrl = `${server.url}/v1`
    const client = writeRequests(
      createFetchClient<{ '/pets': { get: { responses: object } } }>({ baseUrl }),
      {
        operations: { 'GET /pets': { server: { url: url.replace(/\/$/, ''), root } } },
        securitySchemes: {},
        baseUrl,
      },
    )
    await client.GET('/pets')
    expect(server.requests.map((request) => request.url)).toEqual([sent])
  })

  test('there are exchanges of every kind', () => {
    const kinds = new Set(about.map(({ name }) => name.replace(/[: ].*/, '')))
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'path',
        'query',
        'header',
        'cookie',
        'body',
        'credentials',
        'accept',
        'refused',
      ]),
    )
  })

  test('the fixed query of a path stands before that of the call', async () => {
    server.answer({})
    await send({ name: '', operation: { path: '/messages?beta=true#a' }, request: { query: { limit: 3 } } })
    expect(server.requests[0]?.url).toBe('/messages?beta=true&limit=3')
  })

  test('what a call passes itself wins', async () => {
    server.answer({ headers: { 'Content-Type': 'text/csv' }, body: 'a,b' })
    const client = createServiceClient({ baseUrl: server.url, security: { PersonalApiKey: 'k' } })
    const { data } = await client.GET('/api/projects/{project_id}/persons', {
      params: {
        path: { project_id: '1' },
        query: { properties: [{ key: 'a', type: 'person', value: 'b' }] },
      },
      parseAs: 'text',
      headers: { Accept: 'text/csv', Authorization: 'Bearer other' },
    })
    expect(data).toBe('a,b')
    expect(server.requests[0]).toMatchObject({
      url: `/api/projects/1/persons?properties=${encodeURIComponent('[{"key":"a","type":"person","value":"b"}]')}`,
      headers: { accept: 'text/csv', authorization: 'Bearer other' },
    })
  })

  test('types and credentials are those of the document', async () => {
    server.answer({ headers: { 'Content-Type': 'application/json' }, body: '{"results":[{"id":"1"}]}' })
    const client = createServiceClient({ baseUrl: server.url, security: { PersonalApiKey: () => 'k' } })
    const { data } = await client.GET('/api/organizations', { params: { query: { limit: 1 } } })
    expect(data?.results[0]?.id).toBe('1')
    expect(server.requests[0]).toMatchObject({
      url: '/api/organizations?limit=1',
      headers: { accept: 'application/json', authorization: 'Bearer k' },
    })
    // @ts-expect-error no such path
    await expect(client.GET('/api/organisations')).resolves.toBeDefined()
  })
})
