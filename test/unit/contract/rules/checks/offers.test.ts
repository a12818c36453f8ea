import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const WHOLE = { name: 'Ada', look: { colour: 'red' } }
const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, look: { type: 'object' } },
} as const
const choices = { type: 'string', enum: ['json', 'csv'] } as const
const limit = { type: 'integer', minimum: 1, maximum: 100 } as const

const document = documentOf([
  {
    operationId: 'send',
    method: 'POST',
    path: '/notes',
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: [{ name: 'Ada' }, WHOLE] } },
    },
    responses: { '204': {}, '400': {} },
  },
  {
    operationId: 'find',
    method: 'GET',
    path: '/notes',
    parameters: [
      { name: 'format', in: 'query', schema: choices },
      { name: 'limit', in: 'query', schema: limit },
    ],
    responses: {
      '200': { content: { 'application/json': { schema: { type: 'array' } }, 'text/csv': {} } },
      '400': {},
    },
  },
])

interface Fault {
  readonly refuses?: RegExp
  /** Media type of CSV. */
  readonly csv?: string
  readonly isDeaf?: boolean
  readonly csvStatus?: number
  /** True if the server knows only the shortest spelling of media types. */
  readonly isLiteral?: boolean
}

function server({ refuses = /(?!)/, csv = 'text/csv', isDeaf = false, csvStatus = 200, isLiteral }: Fault) {
  return (request: Request, text: string): Response => {
    const { searchParams: query } = new URL(request.url)
    if (refuses.test(text) || refuses.test(`limit=${query.get('limit')}`))
      return new Response(null, { status: 400 })
    const isPlain = request.headers.get('content-type') === 'application/json'
    if (request.method === 'POST') return new Response(null, { status: isLiteral && !isPlain ? 415 : 204 })
    const isCsv = query.get('format') === 'csv' || request.headers.get('accept') === 'text/csv'
    if (!isCsv || isDeaf) return Response.json([])
    return new Response('id,name\r\n', { status: csvStatus, headers: { 'content-type': csv } })
  }
}

const run = async (fault: Fault): Promise<string[]> =>
  (await outcomes(document, { answer: server(fault), rules: ['offers'] })).toSorted()

const PASSED = ['offers find: passed', 'offers send: passed'] as const

test('offers is content with a server that gives what its document offers, and is not run where nothing is given', async () => {
  expect(await run({})).toEqual(PASSED)
  const refused = (operation: string): string =>
    `offers ${operation}: not run, because ${operation} returned 400`
  expect(await run({ refuses: /./ })).toEqual(['find', 'send'].map(refused))
})

test('offers finds an example that is refused', async () => {
  expect(await run({ refuses: /colour/ })).toEqual([
    PASSED[0],
    "offers send: status 204 for the document's own example | status 400",
  ])
})

test.each([
  ['A note with this name already exists.', PASSED[1]],
  ['Unknown colour.', "offers send: status 204 for the document's own example | status 422"],
])('offers takes the words of a refusal into account: %s', async (detail, expected) => {
  const answer = (request: Request, text: string): Response | Promise<Response> =>
    /colour/.test(text) ? Response.json({ detail }, { status: 422 }) : server({})(request, text)
  expect(await outcomes(document, { answer, rules: ['offers'] })).toContainEqual(
    expect.stringContaining(expected),
  )
})

test('offers finds media types that nobody gets', async () => {
  expect(await run({ isDeaf: true })).toEqual([
    'offers find: text/csv for format=csv | application/json',
    PASSED[1],
  ])
  expect(await run({ csvStatus: 500 })).toEqual([
    expect.stringMatching(/^offers find: status 200 for "Accept: text\/csv" \| status 500/),
    expect.stringMatching(/^offers find: status 200 for format=csv \| status 500/),
    PASSED[1],
  ])
})

test('offers finds CSV that is called JSON', async () => {
  expect(await run({ csv: 'application/json' })).toContain(
    'offers find: text/csv for format=csv | application/json',
  )
})

test('offers finds the edges of query parameters refused', async () => {
  expect(await run({ refuses: /^limit=100$/ })).toEqual([
    'offers find: status 200 for the maximum of "limit", 100 | status 400',
    PASSED[1],
  ])
  expect(await run({ refuses: /^limit=1$/ })).toEqual([
    'offers find: status 200 for the minimum of "limit", 1 | status 400',
    PASSED[1],
  ])
})

test('offers asks for a media type by Accept alone where no parameter chooses it', async () => {
  const byAccept = {
    ...document,
    operations: document.operations.map((operation) => ({ ...operation, parameters: [] })),
  }
  expect(await outcomes(byAccept, { answer: server({ isDeaf: true }), rules: ['offers'] })).toContain(
    'offers find: text/csv for "Accept: text/csv" | application/json',
  )
})

test('offers finds a charset that is refused', async () => {
  expect(await run({ isLiteral: true })).toEqual([
    PASSED[0],
    'offers send: status 204 for "Content-Type: application/json; charset=utf-8" | status 415',
  ])
})
