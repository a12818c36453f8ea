import { runContract } from '@concordat/contract'
import { createValidator } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../../runtime/contract/report/group-findings.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

const schema = {
  type: 'object',
  required: ['count'],
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 9 },
    isOpen: { type: 'boolean' },
    size: { type: 'string', enum: ['small', 'large'] },
    label: { type: 'string', pattern: '^[a-z]+( [a-z]+)*$', examples: ['two words'] },
    parts: { type: 'array', items: { type: 'object', properties: { weight: { type: 'number' } } } },
  },
} as const

const answers = { '204': {}, '400': {}, '415': {} }
const document = documentOf([
  {
    operationId: 'send',
    method: 'POST',
    path: '/boxes',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: answers,
  },
  {
    operationId: 'find',
    method: 'GET',
    path: '/boxes',
    parameters: [{ name: 'size', in: 'query', schema: schema.properties.size }],
    responses: answers,
  },
])

const validate = createValidator({})(schema)

/** Converts values as a careless server does. */
type Read = (value: unknown) => unknown

function server({
  read = (value) => value,
  types = ['application/json'],
}: {
  read?: Read
  types?: (string | null)[]
}) {
  const through = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(through)
    if (typeof value !== 'object' || value === null) return read(value)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, through(member)]))
  }
  return (request: Request, text: string): Response => {
    const size = new URL(request.url).searchParams.get('size')
    if (size !== null && !schema.properties.size.enum.some((choice) => choice === read(size)))
      return new Response(null, { status: 400 })
    if (request.method === 'GET') return new Response(null, { status: 204 })
    if (!types.includes(request.headers.get('content-type'))) return new Response(null, { status: 415 })
    return new Response(null, { status: validate(through(JSON.parse(text))).length === 0 ? 204 : 400 })
  }
}

const run = async (kind: Parameters<typeof server>[0]): Promise<string[]> =>
  (await outcomes(document, { answer: server(kind), rules: ['leniency'] })).toSorted()

const PASSED = ['leniency find: passed', 'leniency send: passed']

test('leniency is content with a server that is strict, and is not run where nothing is checked at all', async () => {
  expect(await run({})).toEqual(PASSED)
  const anything = () => new Response(null, { status: 204 })
  const unchecked = (operation: string): string =>
    `leniency ${operation}: not run, because ${operation} accepts even obviously invalid values, so accepting one that looks valid proves nothing`
  const lines = await outcomes(document, { answer: anything, rules: ['leniency'] })
  expect(lines.toSorted()).toEqual(['find', 'send'].map(unchecked))
})

test('leniency finds numbers that come as texts, however deep', async () => {
  const read: Read = (value) =>
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  expect(await run({ read })).toEqual([
    PASSED[0],
    expect.stringMatching(
      /^leniency send: 400 or 415 for "\d+" instead of \d+ as "(count|parts\.0\.weight)" \| status 204/,
    ),
    expect.stringMatching(
      /^leniency send: 400 or 415 for "\d+" instead of \d+ as "(count|parts\.0\.weight)"/,
    ),
  ])
})

test('a server that converts texts to numbers and booleans does one thing', async () => {
  const read: Read = (value) =>
    typeof value === 'string' && /^(\d+(\.\d+)?|true|false)$/.test(value) ? JSON.parse(value) : value
  const answer = server({ read })
  const { results } = await runContract({
    document,
    select: { rules: ['leniency'] },
    target: {
      ...{ baseUrl: 'http://small.test', disposable: true },
      fetch: async (request) => answer(request, await request.text()),
    },
  })
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(findings.map(({ expected }) => expected.split(' as ')[1])).toContain('"isOpen"')
  expect(findings.length).toBeGreaterThan(1)
  expect(groupFindings(findings)).toHaveLength(1)
})

test('leniency finds a space or a line break that a pattern forbids at the end', async () => {
  for (const space of [/ $/, /\n$/]) {
    const read: Read = (value) => (typeof value === 'string' ? value.replace(space, '') : value)
    expect(await run({ read })).toContainEqual(
      expect.stringMatching(
        /^leniency send: 400 or 415 for "two words(?: |\\n)" instead of "two words" as "label"/,
      ),
    )
  }
})

test('leniency finds booleans that come as texts', async () => {
  const read: Read = (value) => (value === 'true' ? true : value === 'false' ? false : value)
  expect(await run({ read })).toEqual([
    PASSED[0],
    expect.stringMatching(/^leniency send: 400 or 415 for "(true|false)" instead of \1 as "isOpen" \| /),
  ])
})

test('leniency finds choices in another case, in bodies and queries', async () => {
  const read: Read = (value) => (typeof value === 'string' ? value.toLowerCase() : value)
  expect(await run({ read })).toEqual([
    'leniency find: 400 or 415 for "SMALL" instead of "small" as the query parameter "size" | status 204',
    expect.stringMatching(
      /^leniency send: 400 or 415 for "(SMALL|LARGE)" instead of "(small|large)" as "size" \| /,
    ),
  ])
})

test('leniency finds JSON under another media type, and under none where 415 is documented', async () => {
  const found = (what: string): string => `leniency send: 400 or 415 for ${what} | status 204`
  expect(await run({ types: ['application/json', 'text/plain'] })).toEqual([
    PASSED[0],
    found('JSON sent as text/plain'),
  ])
  expect(await run({ types: ['application/json', null] })).toEqual([
    PASSED[0],
    found('JSON without a Content-Type'),
  ])
})

test('415 for another media type is the right refusal, whether the document has it or not', async () => {
  const { operations } = document
  const without = operations.map((operation) => ({ ...operation, responses: { '204': {}, '400': {} } }))
  const rules = ['leniency', 'negative']
  const results = await outcomes(documentOf(without), { answer: server({}), rules })
  expect(results.filter((line) => /415/.test(line))).toEqual([])
  const refusing = () => new Response(null, { status: 415 })
  const others = await outcomes(documentOf(without), { answer: refusing, rules })
  expect(others.filter((line) => /^negative .* "count" .*415/.test(line))).not.toEqual([])
})

test('a crash of a search beside other requests counts if it comes again alone', async () => {
  const crashing = (times: number) => {
    const keep = server({})
    const crashes = new Map<string, number>()
    return (request: Request, text: string): Response => {
      const answer = keep(request, text)
      const key = `${request.method} ${request.url} ${request.headers.get('content-type')} ${text}`
      const count = (crashes.get(key) ?? 0) + 1
      crashes.set(key, count)
      return answer.status < 400 || count > times ? answer : new Response(null, { status: 500 })
    }
  }
  const run = (times: number) => outcomes(document, { answer: crashing(times), rules: ['leniency'] })
  expect(await run(1)).toContain('leniency find: passed')
  expect((await run(Number.POSITIVE_INFINITY)).join()).toContain('status 500')
})
