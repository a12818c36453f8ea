import type { MediaTypeDescriptor } from '@concordat/runtime/http'
import { afterEach, describe, expect, test } from 'vitest'
import { closeAll, listen } from '../../support/listen.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

afterEach(closeAll)

const event = {
  type: 'object',
  required: ['data'],
  properties: { data: { $ref: '#/$defs/Tick' }, event: { type: 'string' } },
} as const
const EVENTS: MediaTypeDescriptor = { schema: event, stream: { format: 'events', json: true } }
const LINES: MediaTypeDescriptor = { schema: { $ref: '#/$defs/Tick' }, stream: { format: 'lines' } }

const document = documentOf(
  [
    {
      operationId: 'listen',
      method: 'GET',
      path: '/events',
      responses: { 200: { content: { 'text/event-stream': EVENTS } } },
    },
  ],
  {
    definitions: {
      Tick: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
    },
  },
)

/** The time limit of a request: enough for all responses that end, even on a busy machine. */
const ENDS_MS = 3000

/** Sends pieces over a connection, and never ends the response. */
async function endless(...pieces: readonly string[]) {
  let open = 0
  const baseUrl = await listen((_, response) => {
    open++
    response.on('close', () => open--)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
  })
  return { baseUrl, openNow: () => open }
}

describe('an answer without an end', () => {
  test('is judged by what comes first, and its connection closed', async () => {
    const { baseUrl, openNow } = await endless('data: {"n":1}\n\n', 'data: {"n":"two"}\n\n', 'data: {"n":')
    const told = await outcomes(document, { baseUrl, rules: ['conformance'] })
    expect(told).toEqual(['conformance listen: item 1/data/n must be an integer | "two"'])
    await expect.poll(openNow).toBe(0)
  })

  test('passes where all items are right, also where none comes', async () => {
    for (const pieces of [['data: {"n":1}\n\n'], [': ping\n\n'], ['data: {"n":1}\n\n'.repeat(1000)]]) {
      const { baseUrl } = await endless(...pieces)
      const told = await outcomes(document, {
        baseUrl,
        rules: ['conformance'],
      })
      expect(told).toEqual(['conformance listen: passed'])
    }
  })

  test('over a function in place of sockets', async () => {
    const answer = () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"n":true}\n\n')),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    expect(await outcomes(document, { answer, rules: ['conformance'] })).toEqual([
      'conformance listen: item 0/data/n must be an integer | true',
    ])
  })
})

test('data that is not JSON is named', async () => {
  const headers = { 'content-type': 'text/event-stream' }
  const answer = () => new Response('data: {"n":1}\n\ndata: oops\n\n', { headers })
  const [told, ...more] = await outcomes(document, { answer, rules: ['conformance'] })
  expect(more).toEqual([])
  expect(told).toMatch(/^conformance listen: a readable text\/event-stream stream \| .* is not JSON.* oops$/)
})

test('a stream with an end is read whole, and its items are what requests hold', async () => {
  const upload = documentOf(
    [
      {
        operationId: 'add',
        method: 'POST',
        path: '/lines',
        requestBody: { required: true, content: { 'application/x-ndjson': LINES } },
        responses: { 200: { content: { 'application/x-ndjson': LINES } } },
      },
    ],
    { definitions: document.definitions },
  )
  const seen: string[] = []
  const answer = (request: Request, text: string) => {
    if (request.method === 'POST') seen.push(text)
    return new Response(`${text}{"n":1.5}`, { headers: { 'content-type': 'application/x-ndjson' } })
  }
  expect(await outcomes(upload, { answer, rules: ['conformance'] })).toEqual([
    'conformance add: item 1/n must be an integer | 1.5',
  ])
  expect(seen.map((text) => typeof JSON.parse(text).n)).toContain('number')
  expect(seen.every((text) => text.endsWith('}\n'))).toBe(true)
})

test('an answer without an end that no stream is documented for is no missing one', async () => {
  const content = { 'application/json': { schema: {} } }
  const listenTo = { operationId: 'listen', method: 'GET', path: '/events', responses: { 200: { content } } }
  const baseUrl = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"n": 1}\n')
  })
  const rules = ['conformance']
  expect(await outcomes(documentOf([listenTo]), { baseUrl, rules, timeoutMs: ENDS_MS })).toEqual([
    `conformance listen: a response that ends | status 200, but the body did not end within ${ENDS_MS} ms`,
  ])
})

test('an operation that did not end an answer is asked no more', async () => {
  const schema = { type: 'integer', minimum: 1, maximum: 9, default: 3 } as const
  const parameters = [{ name: 'size', in: 'query', schema }] as const
  const responses = { 200: { content: { 'application/json': { schema: {} } } }, 400: {} }
  const document = documentOf([
    { operationId: 'wait', method: 'GET', path: '/events', parameters, responses },
  ])
  let open = 0
  const baseUrl = await listen(({ url = '', method }, response) => {
    const isRefused = /size=(?![1-9]$)/.test(url)
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' })
    if (isRefused || method === 'HEAD') response.end()
    else response.write(`{"n": ${++open}}\n`)
  })
  const rules = ['conformance', 'offers', 'defaults', 'negative', 'generated']
  const lines = await outcomes(document, { baseUrl, rules, timeoutMs: ENDS_MS, concurrency: 1 })
  expect(open).toBe(1)
  expect(lines.join('\n')).toContain('not run, because wait did not finish a response in time')
})
