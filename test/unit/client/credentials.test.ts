import { type Credential, createClient, defineOperation, type Operation } from '@concordat/runtime/client'
import { describe, expect, test } from 'vitest'
import { chooseSchemes } from '../../../runtime/client/credentials.ts'
import { json, type Step, stubService } from './stub-service.ts'

const schemes = {
  token: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
} as const

const operation = defineOperation<
  Operation<{ readonly body?: unknown }, { readonly status: 200; readonly body: unknown }>
>({
  operationId: 'create',
  method: 'POST',
  path: '/pets',
  statuses: ['200', '401'],
  security: [{ token: [] }],
  body: { content: { 'application/json': {} } },
})

function service(token: Credential, ...steps: readonly Step[]) {
  const stub = stubService(...steps)
  return {
    ...stub,
    client: createClient(
      { baseUrl: 'http://a.test', fetch: stub.fetch, credentials: { token } },
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

  test('a fixed key that is refused is not sent again', async () => {
    const { client, requests } = service('t', unauthorized())
    await expect(operation(client)).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(1)
  })

  test('the failure of a credential function is its own', async () => {
    const failure = new Error('no token')
    const { client, requests } = service(() => Promise.reject(failure))
    await expect(operation(client, {}, { retries: 3 })).rejects.toBe(failure)
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
    const security = [{ token: [], key: [] }, {}, { key: [] }]
    expect(chooseSchemes({ schemes, credentials }, security)).toEqual(expected)
  })

  test('a base URL with a password is refused', () => {
    expect(() => createClient({ baseUrl: 'https://user:secret@a.test' })).toThrow(/credentials/)
    expect(() => createClient({ baseUrl: 'https://user:secret@a.test' })).not.toThrow(/secret/)
  })
})
