import {
  createClient,
  defineOperation,
  type Operation,
  type RetryOptions,
  retry,
  writeBody,
} from '@concordat/runtime/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backoff, retryDelay } from '../../../runtime/client/middlewares/retry.ts'
import { json, type Step, stubService } from './stub-service.ts'

type Answer = { readonly status: 200; readonly body: unknown }

const define = (method: string) =>
  defineOperation<Operation<{ readonly body?: unknown }, Answer>>(
    {
      operationId: 'operation',
      method,
      path: '/pets',
      statuses: '200 503',
      ...(method === 'GET'
        ? {}
        : { body: { content: { 'application/json': {}, 'application/octet-stream': {} } } }),
    },
    { body: writeBody },
  )
const read = define('GET')
const create = define('POST')
const replace = define('PUT')

function service(steps: readonly Step[], options?: RetryOptions) {
  const { fetch, requests } = stubService(...steps)
  const client = createClient({ baseUrl: 'http://a.test', fetch, middlewares: [retry(options)] })
  return { client, requests }
}

const unavailable = (headers: Record<string, string> = {}) => new Response(null, { status: 503, headers })

/** Advances the clock until a call ends. */
async function hurry<T>(call: Promise<T>): Promise<T> {
  let pending = true
  const end = (): void => {
    pending = false
  }
  call.then(end, end)
  while (pending) await vi.advanceTimersByTimeAsync(100)
  return call
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('retries', () => {
  test.each([429, 502, 503, 504])('%i is asked again, twice by default', async (status) => {
    const { client, requests } = service([
      new Response(null, { status }),
      new Response(null, { status }),
      json({ ok: true }),
    ])
    expect(await hurry(read(client))).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
  })

  test.each([400, 401, 408, 500, 501])('%i is final', async (status) => {
    const { client, requests } = service([new Response(null, { status }), json(1)])
    await expect(hurry(read(client))).rejects.toMatchObject({ name: 'ApiError', status })
    expect(requests).toHaveLength(1)
  })

  test('the last answer is the one that counts', async () => {
    const { client, requests } = service([
      unavailable(),
      unavailable(),
      json({ detail: 'no' }, { status: 503 }),
    ])
    await expect(hurry(read(client))).rejects.toMatchObject({ status: 503, body: { detail: 'no' } })
    expect(requests).toHaveLength(3)
  })

  test('a failure of the network is retried and keeps its cause', async () => {
    const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    const { client, requests } = service([cause, cause, cause])
    await expect(hurry(read(client))).rejects.toMatchObject({
      name: 'NetworkError',
      cause,
      message: 'GET /pets (operation) got no complete response: connect ECONNREFUSED',
    })
    expect(requests).toHaveLength(3)
  })

  test('POST is not repeated unless the call says so', async () => {
    const once = service([unavailable(), json(1)])
    await expect(hurry(create(once.client, { body: {} }))).rejects.toMatchObject({ status: 503 })
    expect(once.requests).toHaveLength(1)
    const twice = service([unavailable(), json(1)])
    const middlewares = [retry({ anyMethod: true })]
    expect(await hurry(create(twice.client, { body: { a: 1 } }, { middlewares }))).toBe(1)
    expect(await twice.requests[1]?.text()).toBe('{"a":1}')
  })

  test('POST is repeated with an idempotency key, the same each time', async () => {
    const { client, requests } = service([unavailable(), unavailable(), json(1)], {
      idempotencyHeader: 'Idempotency-Key',
    })
    expect(await hurry(create(client, { body: {} }))).toBe(1)
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test("a key of the caller's, and the header that the document has", async () => {
    const documented = defineOperation<Operation<{ readonly body?: unknown }, Answer>>({
      ...create.descriptor,
      idempotencyHeader: 'X-Idempotency-Key',
    })
    const { client, requests } = service([unavailable(), json(1)])
    await hurry(documented(client, { body: {} }, { headers: { 'X-Idempotency-Key': 'own' } }))
    expect(requests.map(({ headers }) => headers.get('X-Idempotency-Key'))).toEqual(['own', 'own'])
  })

  test('the body of a PUT is sent again in full', async () => {
    const { client, requests } = service([unavailable(), json(1)])
    await hurry(replace(client, { body: { a: 1 } }))
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(['{"a":1}', '{"a":1}'])
  })

  test('a stream is sent once', async () => {
    const { client, requests } = service([unavailable(), json(1)])
    const body = new Blob(['a']).stream()
    await expect(hurry(replace(client, { body }))).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })

  test('no retry without a client that wants one', async () => {
    const { client, requests } = service([unavailable(), json(1)], { retries: 0 })
    await expect(hurry(read(client))).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(1)
  })

  test('a body that is cut off is a failure of the network too', async () => {
    const cut = new Response(new ReadableStream({ start: (stream) => stream.error(new Error('reset')) }))
    const { client } = service([cut, json(1)])
    expect(await hurry(read(client))).toBe(1)
  })

  test('wrong JSON is not asked for again', async () => {
    const wrong = new Response('{', { headers: { 'Content-Type': 'application/json' } })
    const { client, requests } = service([wrong, json(1)])
    await expect(hurry(read(client))).rejects.toMatchObject({ name: 'ParseError' })
    expect(requests).toHaveLength(1)
  })

  test('Retry-After is waited for', async () => {
    const { client } = service([unavailable({ 'Retry-After': '3' }), json(1)])
    const started = Date.now()
    await hurry(read(client))
    expect(Date.now() - started).toBeGreaterThanOrEqual(3000)
  })

  test('the caller can end the pause', async () => {
    const { client, requests } = service([unavailable({ 'Retry-After': '30' }), json(1)])
    const controller = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 1000)
    await expect(hurry(read(client, {}, { signal: controller.signal }))).rejects.toBe(reason)
    expect(requests).toHaveLength(1)
  })
})

describe('delays', () => {
  const answer = (value: string) => unavailable({ 'Retry-After': value })

  test('Retry-After in seconds, as a date, in the past, too far away, and unreadable', () => {
    vi.setSystemTime('2026-01-01T00:00:00Z')
    expect(retryDelay(answer('7'), 0)).toBe(7000)
    expect(retryDelay(answer('Thu, 01 Jan 2026 00:00:05 GMT'), 0)).toBe(5000)
    expect(retryDelay(answer('Wed, 31 Dec 2025 00:00:00 GMT'), 0)).toBe(0)
    expect(retryDelay(answer('61'), 0)).toBeUndefined()
    expect(retryDelay(answer('soon'), 0)).toBeGreaterThan(0)
    expect(retryDelay(new Response(), 0)).toBeUndefined()
  })

  test('backoff doubles, has a half of chance, and ends at 8 s', () => {
    const random = vi.spyOn(Math, 'random')
    random.mockReturnValue(0)
    expect([0, 1, 2, 10].map(backoff)).toEqual([125, 250, 500, 4000])
    random.mockReturnValue(1)
    expect([0, 1, 2, 10].map(backoff)).toEqual([250, 500, 1000, 8000])
    random.mockRestore()
  })
})
