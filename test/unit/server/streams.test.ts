import { setTimeout as sleep } from 'node:timers/promises'
import { itemDecoder, type MediaTypeDescriptor } from '@concordat/runtime/http'
import type { AppOptions } from '@concordat/runtime/server'
import { type RunningServer, serve } from '@concordat/runtime/server/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { quiet } from '../../waiting.ts'
import { appOf, documentOf, type Handlers } from './echo-app.ts'

const running: RunningServer[] = []
afterEach(() => Promise.all(running.splice(0).map((server) => server.close(0))))

const item = {
  type: 'object',
  required: ['data'],
  properties: { event: { type: 'string' }, data: { type: 'integer' }, id: { type: 'string' } },
} as const
const EVENTS: MediaTypeDescriptor = { schema: item, stream: { format: 'events', json: true } }
const LINES: MediaTypeDescriptor = { schema: { type: 'integer' }, stream: { format: 'lines' } }

const document = documentOf([
  { path: '/events', responses: { 200: { content: { 'text/event-stream': EVENTS } } } },
  {
    path: '/lines',
    method: 'POST',
    requestBody: { required: true, content: { 'application/x-ndjson': LINES } },
    responses: { 200: { content: { 'application/x-ndjson': LINES } } },
  },
])

type Answered = { readonly status: number; readonly body?: unknown }

function appWith(
  events: (context: { readonly signal: AbortSignal }) => unknown,
  options: Partial<AppOptions<object, unknown, unknown>> = {},
) {
  const handlers = {
    operation0: (_: object, context: { readonly signal: AbortSignal }): Answered => ({
      status: 200,
      body: events(context),
    }),
    operation1: ({ body }: { readonly body: AsyncIterable<number> }): Answered => ({
      status: 200,
      body: double(body),
    }),
  }
  return appOf(document, { ...options, handlers: handlers as unknown as Handlers })
}

async function* double(numbers: AsyncIterable<number>) {
  for await (const number of numbers) yield number * 2
}

async function* several(...items: readonly unknown[]) {
  yield* items
}

async function itemsOf(response: Response, { stream = { format: 'lines' } }: MediaTypeDescriptor) {
  const decoder = itemDecoder(stream, response.headers.get('content-type') ?? '')
  const items: unknown[] = []
  for await (const chunk of response.body ?? []) items.push(...decoder.push(chunk))
  return [...items, ...decoder.end()]
}

describe('a stream as an answer', () => {
  test('items are written one by one, in their media type', async () => {
    const app = appWith(() => several({ data: 1 }, { event: 'e', data: 2, id: 'x' }))
    const response = await app(new Request('http://host/events'))
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await response.text()).toBe('data: 1\n\nevent: e\nid: x\ndata: 2\n\n')
  })

  test('a list of items and bytes are taken as well', async () => {
    const list = await appWith(() => [{ data: 1 }])(new Request('http://host/events'))
    expect(await list.text()).toBe('data: 1\n\n')
    const bytes = new TextEncoder().encode(': ping\n\n')
    const mixed = await appWith(() => several(bytes, { data: 1 }))(new Request('http://host/events'))
    expect(await mixed.text()).toBe(': ping\n\ndata: 1\n\n')
  })

  test('nothing is made ahead of what is taken', async () => {
    let made = 0
    const app = appWith(async function* () {
      for (;;) yield { data: ++made }
    })
    const response = await app(new Request('http://host/events'))
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.read()
    await quiet(20)
    expect(made).toBe(2)
    await reader?.cancel()
  })

  test.each(['warn', 'throw'] as const)('an item that breaks its schema: %s', async (validateResponses) => {
    const onError = vi.fn()
    const app = appWith(() => several({ data: 1 }, { data: 'two' }, { data: 3 }), {
      validateResponses,
      onError,
    })
    const response = await app(new Request('http://host/events'))
    const read = itemsOf(response, EVENTS)
    if (validateResponses === 'warn') expect(await read).toEqual([{ data: 1 }, { data: 'two' }, { data: 3 }])
    else await expect(read).rejects.toThrow()
    expect(onError).toHaveBeenCalledTimes(1)
    expect(String(onError.mock.calls[0]?.[0])).toContain('item/data must be an integer')
  })

  test('a failure in the middle is told, and breaks the answer off', async () => {
    const onError = vi.fn()
    const app = appWith(
      async function* () {
        yield { data: 1 }
        throw new Error('no more')
      },
      { onError },
    )
    const response = await app(new Request('http://host/events'))
    await expect(itemsOf(response, EVENTS)).rejects.toThrow('no more')
    expect(String(onError.mock.calls[0]?.[0])).toContain('no more')
  })

  test('HEAD has no body, and ends the items', async () => {
    const ended = vi.fn()
    const items = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: ended }) }
    const response = await appWith(() => items)(new Request('http://host/events', { method: 'HEAD' }))
    expect([response.status, response.body]).toEqual([200, null])
    expect(ended).toHaveBeenCalledTimes(1)
  })
})

describe('a stream as a request', () => {
  const post = (body: BodyInit, init: RequestInit = {}) =>
    new Request('http://host/lines', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson' },
      ...init,
    })

  test('items are read as they come', async () => {
    const response = await appWith(() => [])(post('1\n2\n3'))
    expect(await itemsOf(response, LINES)).toEqual([2, 4, 6])
  })

  test('an item is answered before the next one has come', async () => {
    const sent = new TransformStream<Uint8Array, Uint8Array>()
    const writer = sent.writable.getWriter()
    const init = { duplex: 'half' } as RequestInit
    const response = await appWith(() => [])(post(sent.readable, init))
    const answered = itemsOf(response, LINES)
    for (const number of [1, 2]) await writer.write(new TextEncoder().encode(`${number}\n`))
    await writer.close()
    expect(await answered).toEqual([2, 4])
  })

  test.each([
    ['one that breaks the schema', '1\n"two"\n', 'must be an integer'],
    ['one that is not JSON', '1\n{\n', 'is not JSON'],
    ['more bytes than allowed', '1\n'.repeat(100), 'larger than 100 bytes'],
  ])('%s is refused where it is reached', async (_, body, fact) => {
    const onError = vi.fn()
    const collect = {
      operation1: async ({ body }: { readonly body: AsyncIterable<number> }) => {
        const seen = []
        for await (const number of body) seen.push(number)
        return { status: 200, body: seen }
      },
    }
    const handlers = collect as unknown as Handlers
    const app = appOf(document, { maxBodyBytes: 100, onError, handlers, validateResponses: 'off' })
    const response = await app(post(body))
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.text()).toContain(fact)
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('over node:http', () => {
  async function start(...parameters: Parameters<typeof appWith>) {
    const server = await serve(appWith(...parameters))
    running.push(server)
    return server
  }

  test('the head and the first item are there while the second is awaited', async () => {
    const { url } = await start(async function* ({ signal }) {
      yield { data: 1 }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const response = await fetch(`${url}/events`)
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n')
    await reader?.cancel()
  })

  test('the head is there before the first item', async () => {
    const { url } = await start(async function* ({ signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield { data: 1 }
    })
    const abort = new AbortController()
    const response = await fetch(`${url}/events`, { signal: abort.signal })
    expect(response.status).toBe(200)
    abort.abort()
  })

  test('items end when the caller goes away', async () => {
    let ended = 0
    const { url } = await start(async function* ({ signal }) {
      try {
        for (let data = 1; ; data++) {
          yield { data }
          await sleep(5, undefined, { signal })
        }
      } finally {
        ended++
      }
    })
    for (let caller = 1; caller <= 3; caller++) {
      const response = await fetch(`${url}/events`)
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      await expect.poll(() => ended).toBe(caller)
    }
  })

  test('a slow caller holds the items back', async () => {
    let made = 0
    const { url } = await start(async function* () {
      for (;;) {
        made++
        yield { data: 1, event: 'x'.repeat(100_000) }
      }
    })
    const response = await fetch(`${url}/events`)
    // At first, as many items are created as the system's buffers hold, and then no more.
    let before: number
    do {
      before = made
      await quiet(200)
    } while (made !== before)
    expect(made).toBeGreaterThan(0)
    await response.body?.cancel()
  })

  test('a failure in the middle breaks the connection off', async () => {
    const onError = vi.fn()
    const { url } = await start(
      async function* () {
        yield { data: 1 }
        await sleep(20)
        throw new Error('no more')
      },
      { onError },
    )
    await expect(itemsOf(await fetch(`${url}/events`), EVENTS)).rejects.toThrow()
    expect(onError).toHaveBeenCalledTimes(1)
  })
})
