import { createClient, defineOperation, type Operation, retry } from '@concordat/runtime/client'
import { describe, expect, test } from 'vitest'
import { json, type Step, stubService } from './stub-service.ts'

const read = defineOperation<Operation<object, { readonly status: 200; readonly body: unknown }>>({
  operationId: 'read',
  method: 'GET',
  path: '/pets',
  statuses: '200',
})

/** Never responds. Like `fetch`, it rejects when the request's signal aborts. */
const silent: Step = (request) =>
  new Promise((_, reject) => {
    if (request.signal.aborted) reject(request.signal.reason)
    request.signal.addEventListener('abort', () => reject(request.signal.reason))
  })

const client = (...steps: Step[]) => {
  const stub = stubService(...steps)
  return Object.assign(createClient({ baseUrl: 'http://a.test', fetch: stub.fetch }), stub)
}

describe('timeouts and aborts', () => {
  test('an attempt that takes too long is a TimeoutError', async () => {
    await expect(read(client(silent), {}, { timeoutMs: 20 })).rejects.toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 20,
      operationId: 'read',
      message: 'GET /pets (read) took longer than 20 ms',
    })
  })

  test('each attempt has the whole time', async () => {
    const stub = client(silent, json(1))
    expect(await read(stub, {}, { timeoutMs: 1000, middlewares: [retry({ retries: 1 })] })).toBe(1)
    expect(stub.requests).toHaveLength(2)
  })

  test('the time limit covers the body', async () => {
    const slow: Step = (request) => {
      const body = new ReadableStream({
        start: (stream) =>
          request.signal.addEventListener('abort', () => stream.error(request.signal.reason)),
      })
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
    await expect(read(client(slow), {}, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('an abort passes through as it is, and is not retried', async () => {
    const controller = new AbortController()
    const stub = client(silent, json(1))
    const call = read(stub, {}, { signal: controller.signal, timeoutMs: 5_000, middlewares: [retry()] })
    controller.abort()
    await expect(call).rejects.toBe(controller.signal.reason)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(stub.requests.length).toBeLessThan(2)
  })

  test("the caller's own timeout is the caller's reason, not ours", async () => {
    const signal = AbortSignal.timeout(20)
    await expect(read(client(silent), {}, { signal, timeoutMs: 5_000 })).rejects.toBeInstanceOf(DOMException)
  })
})
