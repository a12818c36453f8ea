import {
  type Credential,
  createClient,
  defineOperation,
  type Operation,
  refresh,
  retry,
  writeCookieKey,
  writeHeaderKey,
  writeQueryKey,
  writeToken,
} from '@concordat/runtime/client'
import { describe, expect, test } from 'vitest'
import { chooseSchemes } from '../../../runtime/client/sending/authorize.ts'
import { json, type Step, stubService } from './stub-service.ts'

const schemes = {
  token: { type: 'http', scheme: 'bearer', write: writeToken },
  key: { type: 'apiKey', in: 'header', name: 'X-Key', write: writeHeaderKey },
} as const

const operation = defineOperation<
  Operation<{ readonly body?: unknown }, { readonly status: 200; readonly body: unknown }>
>({
  operationId: 'create',
  method: 'POST',
  path: '/pets',
  statuses: '200 401',
  security: [['token']],
  body: { content: { 'application/json': {} } },
})

function service(token: Credential, ...steps: readonly Step[]) {
  const stub = stubService(...steps)
  return {
    ...stub,
    client: createClient(
      { baseUrl: 'http://a.test', fetch: stub.fetch, credentials: { token }, middlewares: [refresh()] },
      { securitySchemes: schemes },
    ),
  }
}

const sent = (requests: readonly Request[]) => requests.map((request) => request.headers.get('Authorization'))
const unauthorized = () => new Response(null, { status: 401 })

describe('credentials', () => {
  test('a function is asked for each request, and once more after a 401', async () => {
    const asked: boolean[] = []
    const token: Credential = async ({ rejected }) => {
      asked.push(rejected)
      return `t${asked.length}`
    }
    const { client, requests } = service(token, json(1), unauthorized(), json(2))
    expect(await operation(client, { body: 'a' })).toBe(1)
    expect(await operation(client, { body: 'b' })).toBe(2)
    expect(asked).toEqual([false, false, true])
    expect(sent(requests)).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t3'])
    expect(await requests[2]?.text()).toBe('"b"')
  })

  test('a second 401 is the answer', async () => {
    const { client, requests } = service(() => 't', unauthorized(), unauthorized())
    await expect(operation(client)).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(2)
  })

  test('calls that are rejected together are one renewal, and each is repeated once', async () => {
    let current = 1
    let renewals = 0
    const token: Credential = async ({ rejected }) => {
      if (!rejected) return `t${current}`
      renewals += 1
      await Promise.resolve()
      current += 1
      return `t${current}`
    }
    const check: Step = (request) =>
      request.headers.get('Authorization') === 'Bearer t2' ? json(1) : unauthorized()
    const { client, requests } = service(token, ...Array.from({ length: 6 }, () => check))
    expect(await Promise.all([1, 2, 3].map((body) => operation(client, { body })))).toEqual([1, 1, 1])
    expect(renewals).toBe(1)
    expect(requests).toHaveLength(6)
    expect(await Promise.all(requests.slice(3).map((request) => request.text()))).toEqual(['1', '2', '3'])
  })

  test('an attempt with the old credential takes the renewed one', async () => {
    const asked: boolean[] = []
    const token: Credential = ({ rejected }) => `t${asked.push(rejected)}`
    const { fetch, requests } = stubService(
      unauthorized(),
      new Response(null, { status: 503, headers: { 'Retry-After': '0' } }),
      unauthorized(),
      json(1),
    )
    const middlewares = [retry({ anyMethod: true }), refresh()]
    const client = createClient(
      { baseUrl: 'http://a.test', fetch, credentials: { token }, middlewares },
      { securitySchemes: schemes },
    )
    expect(await operation(client)).toBe(1)
    expect(asked).toEqual([false, true])
    expect(sent(requests)).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t1', 'Bearer t2'])
  })

  test('a key in the query and one in a cookie are replaced', async () => {
    const asked: boolean[] = []
    const key: Credential = ({ rejected }) => `k${asked.push(rejected)}`
    const { fetch, requests } = stubService(unauthorized(), json(1))
    const both = defineOperation<Operation<object, { readonly status: 200; readonly body: unknown }>>({
      operationId: 'both',
      method: 'GET',
      path: '/pets',
      statuses: '200 401',
      security: [['query', 'cookie']],
    })
    const client = createClient(
      { baseUrl: 'http://a.test', fetch, credentials: { query: key, cookie: 'c' }, middlewares: [refresh()] },
      {
        securitySchemes: {
          query: { type: 'apiKey', in: 'query', name: 'key', write: writeQueryKey },
          cookie: { type: 'apiKey', in: 'cookie', name: 'session', write: writeCookieKey },
        },
      },
    )
    expect(await both(client)).toBe(1)
    expect(requests.map(({ url, headers }) => [url, headers.get('Cookie')])).toEqual([
      ['http://a.test/pets?key=k1', 'session=c'],
      ['http://a.test/pets?key=k2', 'session=c'],
    ])
  })

  test('a fixed key that is refused is not sent again', async () => {
    const { client, requests } = service('t', unauthorized())
    await expect(operation(client)).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(1)
  })

  test('the failure of a credential function is its own', async () => {
    const failure = new Error('no token')
    const { client, requests } = service(() => Promise.reject(failure))
    await expect(operation(client, {}, { middlewares: [retry({ anyMethod: true })] })).rejects.toBe(failure)
    expect(requests).toHaveLength(0)
  })

  test('a key that no header can carry is refused without being repeated', async () => {
    const { client } = service('secret\n')
    await expect(operation(client)).rejects.toThrow(/"Authorization"/)
    await expect(operation(client)).rejects.not.toThrow(/secret/)
  })

  test("a call's own header wins", async () => {
    const { client, requests } = service('t', json(1))
    await operation(client, {}, { headers: { authorization: 'Other x' } })
    expect(sent(requests)).toEqual(['Other x'])
  })

  test.each([
    [{ token: 'a', key: 'b' }, ['token', 'key']],
    [{ key: 'b' }, ['key']],
    [{ token: 'a' }, []],
  ])('of "token and key, nothing, or key", %j chooses %j', (credentials, expected) => {
    const client = createClient({ baseUrl: 'http://a.test', credentials }, { securitySchemes: schemes })
    const security = [['token', 'key'], [], ['key']]
    expect(chooseSchemes({ client, operation: { ...operation.descriptor, security } })).toEqual(expected)
  })

  test.each([
    ['no list', undefined],
    ['a list without a match', [['token']]],
    ['a list that asks for nothing', [[]]],
  ])(
    'a credential that no operation requires goes with a call that requires no other: %s',
    async (_, security) => {
      const securitySchemes = { ...schemes, key: { ...schemes.key, required: false } } as const
      const { fetch, requests } = stubService(json(1), json(2))
      const credentials = { key: 'k', unknown: 'u' }
      const call = defineOperation<typeof operation>({
        ...operation.descriptor,
        ...(security !== undefined && { security }),
      })
      await call(createClient({ baseUrl: 'http://a.test', fetch, credentials }, { securitySchemes }))
      await operation(
        createClient(
          { baseUrl: 'http://a.test', fetch, credentials: { ...credentials, token: 't' } },
          { securitySchemes },
        ),
      )
      const carried = requests.map(({ headers }) => [headers.get('X-Key'), headers.get('Authorization')])
      expect(carried).toEqual([
        ['k', null],
        [null, 'Bearer t'],
      ])
    },
  )

  test.each([[''], [() => ''], [() => null], [async () => undefined]])(
    'none is sent where there is none yet: %s',
    async (token) => {
      const { client, requests } = service(token, json(1))
      expect(await operation(client)).toBe(1)
      expect(sent(requests)).toEqual([null])
    },
  )

  test('an empty credential leaves the call to another requirement', () => {
    const client = createClient(
      { baseUrl: 'http://a.test', credentials: { token: '', key: 'b' } },
      { securitySchemes: schemes },
    )
    expect(
      chooseSchemes({ client, operation: { ...operation.descriptor, security: [['token'], ['key']] } }),
    ).toEqual(['key'])
  })

  test('a call is repeated without the rejected credential where there is no other', async () => {
    const { client, requests } = service(({ rejected }) => (rejected ? null : 't'), unauthorized(), json(1))
    expect(await operation(client)).toBe(1)
    expect(sent(requests)).toEqual(['Bearer t', null])
  })

  test('a base URL with a password is refused', () => {
    expect(() => createClient({ baseUrl: 'https://user:secret@a.test' })).toThrow(/credentials/)
    expect(() => createClient({ baseUrl: 'https://user:secret@a.test' })).not.toThrow(/secret/)
  })
})
