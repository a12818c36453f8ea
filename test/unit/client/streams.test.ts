import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  type ClientOperation,
  checkMediaType,
  createClient,
  deadline,
  defineOperation,
  MediaTypeError,
  NetworkError,
  type Operation,
  ParseError,
  readItems,
  SerializationError,
  TimeoutError,
  writeItems,
} from '@concordat/runtime/client'
import { afterEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { until } from '../../waiting.ts'

interface Tick {
  readonly event?: string
  readonly data: unknown
  readonly id?: string
}

type TicksResponse = { readonly status: 200; readonly body: AsyncIterable<Tick> }

const EVENTS: ClientOperation = {
  operationId: 'ticks',
  method: 'GET',
  path: '/ticks',
  statuses: '200',
  accept: 'text/event-stream',
  streams: { 'text/event-stream': { format: 'events', json: true } },
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that is not generated and writes whatever it likes. */
async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Calls an operation on such a server. */
async function callOf(
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
  descriptor: Partial<ClientOperation> = {},
) {
  const baseUrl = await serverOf((request, response) => {
    response.setHeader('content-type', descriptor.accept ?? 'text/event-stream; charset=utf-8')
    answer(response, request)
  })
  const operation = defineOperation<Operation<{ readonly body?: unknown }, TicksResponse>>(
    { ...EVENTS, ...descriptor },
    { read: readItems, body: writeItems, deadline, check: checkMediaType },
  )
  const client = createClient({ baseUrl })
  return (...call: Parameters<typeof operation> extends [unknown, ...infer Rest] ? Rest : never) =>
    operation(client, ...call)
}

async function collect(items: AsyncIterable<Tick>, most = Number.POSITIVE_INFINITY): Promise<unknown[]> {
  const found = []
  for await (const item of items) {
    found.push(item)
    if (found.length >= most) break
  }
  return found
}

describe('events are an async iterator', () => {
  test('from the first one on, while the server goes on', async () => {
    let ended = false
    const call = await callOf((response) => {
      response.write('data: {"n":1}\n\n')
      response.on('close', () => {
        ended = true
      })
    })
    const items = await call()
    expectTypeOf(items).toEqualTypeOf<AsyncIterable<Tick>>()
    expect(await collect(items, 1)).toEqual([{ data: { n: 1 } }])
    await until(() => ended)
  })

  test('"break" while the next one is awaited closes the connection at once', async () => {
    const call = await callOf((response) => response.write('data: 1\n\n'))
    const items = (await call()) as AsyncIterableIterator<Tick>
    await items.next()
    const pending = items.next()
    await items.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await items.next()).toEqual({ done: true, value: undefined })
  })

  test('bytes in any pieces', async () => {
    const bytes = Buffer.from('\uFEFFid: ä\r\ndata: "€😀"\r\n\r\ndata: [DONE]\n\n')
    const call = await callOf(async (response) => {
      for (const byte of bytes) {
        response.write(Buffer.of(byte))
        await sleep(0)
      }
    })
    expect(await collect(await call())).toEqual([{ id: 'ä', data: '€😀' }])
  })

  test("the caller's signal ends it with its reason", async () => {
    const call = await callOf((response) => response.write('data: 1\n\n'))
    const abort = new AbortController()
    const items = await call({}, { signal: abort.signal })
    const reason = new Error('enough')
    const read = collect(items)
    setTimeout(() => abort.abort(reason), 20)
    await expect(read).rejects.toBe(reason)
  })

  test('the time limit is that of the head, not of the events', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const later = Promise.withResolvers<void>()
    const call = await callOf(async (response) => {
      response.write('data: 1\n\n')
      await later.promise
      response.end('data: 2\n\n')
    })
    const items = await call({}, { timeoutMs: 600 })
    vi.advanceTimersByTime(60_000)
    later.resolve()
    expect(await collect(items)).toEqual([{ data: 1 }, { data: 2 }])
    vi.useRealTimers()
    const silent = await callOf(() => {})
    await expect(silent({}, { timeoutMs: 50 })).rejects.toBeInstanceOf(TimeoutError)
  })

  test('data that is not JSON is a ParseError with its text, behind the events before it', async () => {
    const call = await callOf((response) => response.end('data: 1\n\ndata: {oops\n\ndata: 3\n\n'))
    const items = (await call()) as AsyncIterableIterator<Tick>
    expect((await items.next()).value).toEqual({ data: 1 })
    await expect(items.next()).rejects.toMatchObject({ name: 'ParseError', text: '{oops', status: 200 })
    expect(ParseError).toBeDefined()
  })

  test('one event without an end is refused at its bound', async () => {
    const call = await callOf(async (response) => {
      const piece = Buffer.from(`data: ${'x'.repeat(2 ** 20)}\n`)
      while (!response.destroyed) {
        if (!response.write(piece))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      }
    })
    await expect(collect(await call())).rejects.toThrow('longer than 16777216 characters')
  })
})

describe('broken streams', () => {
  /**
   * Responds to each request with the next string and breaks off, except that the last response ends
   * properly.
   */
  function inTurn(...texts: readonly string[]) {
    const seen: (string | undefined)[] = []
    const answer = (response: ServerResponse, request: IncomingMessage): void => {
      const turn = seen.push(request.headers['last-event-id'] as string | undefined)
      response.write(texts[turn - 1] ?? '', () => {
        if (turn < texts.length) setTimeout(() => response.destroy(), 10)
        else response.end()
      })
    }
    return { seen, answer }
  }

  test('go on from the last id, after the pause that the server asked for', async () => {
    const { seen, answer } = inTurn(
      'retry: 1\nid: a\ndata: 1\n\n',
      'id: b\ndata: 2\n\ndata: lost',
      'data: 3\n\n',
    )
    const call = await callOf(answer)
    expect(await collect(await call())).toEqual([
      { data: 1, id: 'a', retry: 1 },
      { data: 2, id: 'b' },
      { data: 3 },
    ])
    expect(seen).toEqual([undefined, 'a', 'b'])
  })

  test('without an id, and of operations that are not safe, are errors', async () => {
    const withoutId = await callOf(inTurn('retry: 1\ndata: 1\n\n', '').answer)
    await expect(collect(await withoutId())).rejects.toBeInstanceOf(NetworkError)
    const unsafe = await callOf(inTurn('retry: 1\nid: 1\ndata: 1\n\n', '').answer, { method: 'POST' })
    await expect(collect(await unsafe())).rejects.toBeInstanceOf(NetworkError)
  })

  test('are asked for again as often in a row as "reconnects" says, and after their end too', async () => {
    const { seen, answer } = inTurn('retry: 1\ndata: 1\n\n', '', '', '', '', '')
    const call = await callOf(answer, { method: 'POST' })
    await expect(collect(await call({}, { reconnects: 2 }))).rejects.toBeInstanceOf(NetworkError)
    expect(seen).toHaveLength(3)
    let asked = 0
    const ending = await callOf((response) => response.end(`retry: 1\ndata: ${++asked}\n\n`))
    expect(await collect(await ending({}, { reconnects: 1 }), 3)).toEqual(
      [1, 2, 3].map((data) => ({ data, retry: 1 })),
    )
  })

  test('stop at once where the caller stops during the pause', async () => {
    const { seen, answer } = inTurn('retry: 30000\nid: 1\ndata: 1\n\n', 'data: 2\n\n')
    const call = await callOf(answer)
    const items = (await call()) as AsyncIterableIterator<Tick>
    await items.next()
    const pending = items.next()
    await sleep(50)
    await items.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(seen).toHaveLength(1)
    const reason = new Error('enough')
    const abort = new AbortController()
    const aborted = collect(
      await (await callOf(inTurn('retry: 30000\nid: 1\ndata: 1\n\n', '').answer))(
        {},
        { signal: abort.signal },
      ),
    )
    setTimeout(() => abort.abort(reason), 50)
    await expect(aborted).rejects.toBe(reason)
  })

  test('end where the server says 204, and fail where it says no', async () => {
    let asked = 0
    const answer = (status: number) => (response: ServerResponse) => {
      response.statusCode = ++asked === 1 ? 200 : status
      response.end(asked === 1 ? 'retry: 1\ndata: 1\n\n' : undefined)
    }
    const ended = await callOf(answer(204))
    expect(await collect(await ended({}, { reconnects: 5 }))).toEqual([{ data: 1, retry: 1 }])
    asked = 0
    const refused = await callOf(answer(404))
    await expect(collect(await refused({}, { reconnects: 5 }))).rejects.toBeInstanceOf(ApiError)
  })

  test('lines are never asked for twice', async () => {
    const lines = {
      accept: 'application/x-ndjson',
      streams: { 'application/x-ndjson': { format: 'lines' } },
    } as const
    const call = await callOf(
      (response) => response.write('1\n2\n', () => setTimeout(() => response.destroy(), 10)),
      lines,
    )
    await expect(collect(await call({}, { reconnects: 3 }))).rejects.toBeInstanceOf(NetworkError)
  })
})

test('lines and records are async iterators as well', async () => {
  for (const [accept, format, text] of [
    ['application/x-ndjson', 'lines', '1\n{"a":2}'],
    ['application/json-seq', 'records', '\u001e1\n\u001e{"a":2}\n'],
  ] as const) {
    const call = await callOf((response) => response.end(text), { accept, streams: { [accept]: { format } } })
    expect(await collect(await call())).toEqual([1, { a: 2 }])
  }
})

test('a stream that was not asked for is an error, and closed', async () => {
  let ended = false
  const call = await callOf(
    (response) => {
      response.setHeader('content-type', 'text/event-stream')
      response.write('data: 1\n\n')
      response.on('close', () => {
        ended = true
      })
    },
    { accept: 'application/json', acceptAny: 'application/json, text/event-stream;q=0.9' },
  )
  await expect(call()).rejects.toBeInstanceOf(MediaTypeError)
  await until(() => ended)
})

describe('items as a request', () => {
  const upload: Partial<ClientOperation> = {
    method: 'POST',
    body: { content: { 'application/x-ndjson': { stream: { format: 'lines' } } } },
  }
  const echo = (response: ServerResponse, request: IncomingMessage): void => {
    const types = `data: ${JSON.stringify(request.headers['content-type'])}\n\n`
    response.write(types)
    request.on('data', (chunk: Buffer) => response.write(`data: ${JSON.stringify(String(chunk))}\n\n`))
    request.on('end', () => response.end())
  }

  test('are sent as they are made', async () => {
    const call = await callOf(echo, upload)
    let goOn: () => void = () => {}
    const seen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    async function* items() {
      yield { a: 1 }
      await seen
      yield { b: 'ü' }
    }
    const answered = await call({ body: items() })
    const found: unknown[] = []
    for await (const { data } of answered) {
      found.push(data)
      if (data === '{"a":1}\n') goOn()
    }
    expect(found).toEqual(['application/x-ndjson', '{"a":1}\n', '{"b":"ü"}\n'])
  })

  test('a list is sent at once, and refused before it where an item has no JSON', async () => {
    const call = await callOf(echo, upload)
    expect(await collect(await call({ body: [1, null] }))).toEqual([
      { data: 'application/x-ndjson' },
      { data: '1\nnull\n' },
    ])
    await expect(call({ body: [1, undefined] })).rejects.toBeInstanceOf(SerializationError)
  })
})
