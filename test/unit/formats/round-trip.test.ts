import { FormatError, SerializationError } from '@concordat/runtime/client'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { createClient } from '../../golden/formats/expected/client.ts'
import { createApp, type Handlers } from '../../golden/formats/expected/server.ts'
import type { Event, GetEventRequest } from '../../golden/formats/expected/types.ts'

/** Connects the golden case's client to its own server, and records what was sent between them. */
function service(own: Partial<Handlers>) {
  const wire: { request: string; answer: string }[] = []
  const unused = async (): Promise<never> => {
    throw new Error('unused')
  }
  const app = createApp({
    handlers: {
      getEvent: unused,
      postEvent: unused,
      listAnimals: unused,
      tick: unused,
      getShape: unused,
      getLimits: unused,
      getPlain: unused,
      ...own,
    },
    validateResponses: 'throw',
    problemResponse: ({ kind, detail }) => ({ body: { kind, detail } }),
    onError: () => {},
  })
  const fetch = async (request: Request): Promise<Response> => {
    const sent = request.clone()
    const response = await app(request)
    const text = [sent.url, ...[...sent.headers].map(String), await sent.text()].join('\n')
    wire.push({ request: text, answer: await response.clone().text() })
    return response
  }
  return { api: createClient({ baseUrl: 'http://service.test', fetch }), wire, app }
}

const LARGE = 2n ** 53n + 1n
const at = new Date('2026-02-28T23:59:59.250Z')
const event: Event = {
  id: LARGE,
  at,
  ended: null,
  day: Temporal.PlainDate.from('2026-02-28'),
  lasts: Temporal.Duration.from('P1DT2H'),
  price: { cents: 1250 },
  title: '2026-02-28T00:00:00Z',
  parent: { id: 2n ** 63n - 1n, at, price: { cents: 5 } },
  marks: { note: '2026-02-28T00:00:00Z', first: at },
  pair: [at, 'b'],
  either: at,
  unclear: '2026-02-28T00:00:00Z',
  newYear: '2026-01-01T00:00:00Z',
}

test('a body comes to the handler and back as programs hold it, and travels as the document says', async () => {
  let received: Event | undefined
  const { api, wire } = service({
    postEvent: async (request) => {
      received = request.body as Event
      return { status: 204 }
    },
    getEvent: async () => ({ status: 200, mediaType: 'application/json', body: received ?? event }),
  })
  await api.postEvent({ body: event })
  expect(received).toEqual(event)
  expect(wire[0]?.request).toContain(
    '"id":9007199254740993,"at":"2026-02-28T23:59:59.250Z","ended":null,"day":"2026-02-28","lasts":"P1DT2H","price":"12.50"',
  )
  const answer = await api.getEvent({ path: { id: 1n, day: Temporal.PlainDate.from('2026-01-01') } })
  expect(answer).toEqual(event)
  expect(wire[1]?.answer).toContain('"parent":{"id":9223372036854775807,')
})

test('parameters of every location and style', async () => {
  const request: GetEventRequest = {
    path: { id: LARGE, day: Temporal.PlainDate.from('2026-02-28') },
    query: { since: [at, new Date(0)], filter: { from: LARGE, to: 3n }, where: { to: LARGE } },
    header: { 'X-After': 2n ** 63n - 1n },
    cookie: { seen: at },
  }
  let received: unknown
  let given: unknown
  const { api, wire } = service({
    getEvent: async ({ path, query, header, cookie }, context) => {
      received = { path, query, header, cookie }
      given = context.given
      return { status: 200, mediaType: 'text/plain', body: at }
    },
  })
  expect(await api.getEvent(request, { accept: 'text/plain' })).toEqual(at)
  expect(received).toEqual(request)
  expect(given).toMatchObject(request)
  expect(wire[0]?.answer).toBe('2026-02-28T23:59:59.250Z')
  expect(wire[0]?.request.split('\n')[0]).toBe(
    'http://service.test/events/9007199254740993/2026-02-28?since=2026-02-28T23%3A59%3A59.250Z&since=1970-01-01T00%3A00%3A00.000Z&filter%5Bfrom%5D=9007199254740993&filter%5Bto%5D=3&where=%7B%22to%22%3A9007199254740993%7D',
  )
})

test.each(['application/x-www-form-urlencoded', 'multipart/form-data'] as const)('%s', async (mediaType) => {
  const form = { at, counts: [LARGE, 2n], range: { from: LARGE }, ranges: [{ from: 1n }, { to: LARGE }] }
  let received: unknown
  const { api } = service({
    postEvent: async ({ body }) => {
      received = body
      return { status: 204 }
    },
  })
  await api.postEvent({ mediaType, body: form })
  expect(received).toEqual(form)
})

test('a discriminator decides where the same property has a format and where it has none', async () => {
  const animals = [
    { kind: 'Cat' as const, seen: at },
    { kind: 'Dog' as const, seen: '2026-02-28T00:00:00Z', owner: { id: LARGE, at, price: { cents: 0 } } },
  ]
  const { api } = service({ listAnimals: async () => ({ status: 200, body: animals }) })
  expect(await api.listAnimals()).toEqual(animals)
})

test('a schema that stands for its kinds has the formats of each', async () => {
  const shape = {
    kind: 'square' as const,
    made: at,
    side: LARGE,
    inner: { kind: 'circle' as const, drawn: at },
  }
  const { api } = service({ getShape: async () => ({ status: 200, body: shape }) })
  expect(await api.getShape()).toEqual(shape)
})

test('items of streams, one by one', async () => {
  const ticks = [{ at, count: LARGE }, { count: 1n }]
  const received: unknown[] = []
  const { api } = service({
    tick: async ({ body }) => {
      for await (const item of body) received.push(item)
      return {
        status: 200,
        body: (async function* () {
          yield* ticks
        })(),
      }
    },
  })
  const sent = (async function* () {
    yield* ticks
  })()
  const answered: unknown[] = []
  for await (const item of await api.tick({ body: sent })) answered.push(item)
  expect(received).toEqual(ticks)
  expect(answered).toEqual(ticks)
})

test('documented failures have converted bodies', async () => {
  const { api } = service({
    getEvent: async () => ({ status: 404, body: { retryAt: at } }),
  })
  const answer = await api.getEvent.result({ path: { id: 1n, day: Temporal.PlainDate.from('2026-01-01') } })
  expect(answer).toMatchObject({ status: 404, body: { retryAt: at } })
})

test('what cannot be written is refused before it is sent', async () => {
  const { api, wire } = service({})
  const beyond = api.postEvent({ body: { id: 2n ** 63n, at, price: { cents: 1 } } })
  await expect(beyond).rejects.toThrow(SerializationError)
  await expect(beyond).rejects.toThrow('"id" is 9223372036854775808')
  const noDate = { id: 1n, at, price: { cents: 1 }, marks: { when: new Date(Number.NaN) } }
  await expect(api.postEvent({ body: noDate })).rejects.toThrow('"marks.when" is Invalid Date')
  expect(wire).toEqual([])
})

test('an answer that is none of its format is an error that names the place', async () => {
  const { app } = service({})
  const fetch = async () =>
    new Response('{"id":1,"at":"2026-02-28T23:59:59Z","price":"1.00","parent":{"at":"yesterday"}}', {
      headers: { 'content-type': 'application/json' },
    })
  expect(app).toBeDefined()
  const api = createClient({ baseUrl: 'http://service.test', fetch })
  const call = api.getEvent({ path: { id: 1n, day: Temporal.PlainDate.from('2026-01-01') } })
  await expect(call).rejects.toThrow(FormatError)
  await expect(call).rejects.toThrow('"parent.at" is "yesterday"')
  await expect(call).rejects.toMatchObject({ status: 200, body: { parent: { at: 'yesterday' } } })
})

test('the server refuses what its validators let through and no value of the format can hold', async () => {
  const { app } = service({})
  const post = (body: string) =>
    app(
      new Request('http://service.test/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    )
  const beyond = await post('{"id":9223372036854775808,"at":"2026-02-28T23:59:59Z","price":"1.00"}')
  expect([beyond.status, await beyond.json()]).toEqual([
    400,
    { kind: 'invalid-body', detail: 'body.id must match its format.' },
  ])
  const own = await post('{"id":1,"at":"2026-02-28T23:59:59Z","price":"1"}')
  expect(await own.json()).toEqual({
    kind: 'invalid-body',
    detail: 'body.price must match its format.',
  })
  const parameter = await app(new Request('http://service.test/events/9223372036854775808/2026-02-28'))
  expect(await parameter.json()).toEqual({
    kind: 'invalid-parameter',
    detail: 'path.id must match its format.',
  })
  const digits = await post(`{"id":${'9'.repeat(100_000)},"at":"2026-02-28T23:59:59Z","price":"1.00"}`)
  expect(digits.status).toBe(400)
})

test('headers of an answer come as programs hold them, and travel as texts', async () => {
  const { api, app } = service({
    getLimits: async () => ({
      status: 200,
      headers: {
        'X-Resets-At': at,
        'X-Used': LARGE,
        'x-closes': Temporal.PlainDate.from('2026-03-01'),
        'X-Note': 'a note',
        'Set-Cookie': ['a=1', 'b=2'],
      },
    }),
  })
  const answer = await api.getLimits.result()
  if (answer.status !== 200) throw new Error('unexpected')
  const resets: Date = answer.headers.get('X-Resets-At')
  const used: bigint | null = answer.headers.get('X-Used')
  expect([resets, used, answer.headers.get('X-Closes')]).toEqual([
    at,
    LARGE,
    Temporal.PlainDate.from('2026-03-01'),
  ])
  expect([answer.headers.get('X-Note'), answer.headers.get('x-other')]).toEqual(['a note', null])
  const { headers } = await app(new Request('http://service.test/limits'))
  expect([...headers].filter(([name]) => name !== 'content-type')).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-closes', '2026-03-01'],
    ['x-content-type-options', 'nosniff'],
    ['x-note', 'a note'],
    ['x-resets-at', '2026-02-28T23:59:59.250Z'],
    ['x-used', '9007199254740993'],
  ])
})

test('headers that are absent are null, and those of a failure have the formats of its range', async () => {
  const { api } = service({ getLimits: async () => ({ status: 429, headers: { 'Retry-At': at } }) })
  const answer = await api.getLimits.result()
  if (answer.status === 200) throw new Error('unexpected')
  expect(answer.headers.get('Retry-At')).toEqual(at)
  const bare = service({ getLimits: async () => ({ status: 200, headers: { 'X-Resets-At': at } }) })
  const { headers } = await bare.api.getLimits.result()
  expect(headers.get('X-Used')).toBeNull()
})

test('a header that is none of its format is a FormatError', async () => {
  const api = createClient({
    baseUrl: 'http://service.test',
    fetch: async () => new Response(null, { headers: { 'X-Resets-At': 'soon' } }),
  })
  const error = await api.getLimits().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(FormatError)
  expect(String(error)).toContain('"x-resets-at"')
})
