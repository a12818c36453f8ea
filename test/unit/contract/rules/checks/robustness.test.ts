import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const text = { type: 'string' } as const
const answers = { '204': {}, '400': {}, '404': {} }
const schema = {
  type: 'object',
  properties: {
    note: { ...text, maxLength: 200 },
    kind: { ...text, enum: ['a'] },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { words: text, count: { type: 'integer' } } },
    },
  },
} as const
const form = { type: 'object', required: ['file'], properties: { file: text } } as const

const document = documentOf([
  {
    operationId: 'find',
    method: 'GET',
    path: '/notes',
    parameters: [
      { name: 'search', in: 'query', schema: text },
      { name: 'offset', in: 'query', schema: { type: 'integer' } },
      { name: 'size_min', in: 'query', schema: { type: 'integer', minimum: 3 } },
      { name: 'size_max', in: 'query', schema: { type: 'integer' } },
      { name: 'createdAfter', in: 'query', schema: { ...text, format: 'date' } },
      { name: 'createdBefore', in: 'query', schema: { ...text, format: 'date' } },
    ],
    responses: answers,
  },
  {
    operationId: 'show',
    method: 'GET',
    path: '/notes/{noteId}',
    parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } }],
    responses: answers,
  },
  {
    operationId: 'load',
    method: 'GET',
    path: '/file',
    parameters: [{ name: 'If-Modified-Since', in: 'header', schema: text }],
    responses: answers,
  },
  {
    operationId: 'send',
    method: 'POST',
    path: '/notes',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: answers,
  },
  {
    operationId: 'attach',
    method: 'POST',
    path: '/files',
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: answers,
  },
])

/** Joins the parts of a request that might be odd: its path, query, body and media type. */
const saidBy = (request: Request, body: string): string => {
  const { pathname, search } = new URL(request.url)
  return `${decodeURIComponent(pathname)} ${decodeURIComponent(search.replaceAll('+', ' '))} ${body} ${request.headers.get('content-type')}`
}

async function run(isOdd: (said: string) => boolean, refused: RegExp = /^$/): Promise<string[]> {
  const answer = (request: Request, body: string): Response => {
    const said = saidBy(request, body)
    return new Response(null, { status: isOdd(said) ? 500 : refused.test(said) ? 400 : 204 })
  }
  return (await outcomes(document, { answer, rules: ['robustness'] }))
    .map((line) => line.replace(/^robustness /, ''))
    .filter((line) => line !== 'load: passed')
    .toSorted()
}

const PASSED = ['attach: passed', 'find: passed', 'send: passed', 'show: passed']

test('robustness is content with a server that takes or refuses what is odd', async () => {
  expect(await run(() => false)).toEqual(PASSED)
  expect(await run(() => false, /./)).toEqual(PASSED)
})

test('robustness finds characters of four bytes that crash, also where U+0000 is refused before', async () => {
  const found = await run((said) => !/\\u0000|\0/.test(said) && said.includes('\u{1F6B2}'), /\\u0000|\0/)
  const what = 'characters beyond the Basic Multilingual Plane and control characters'
  expect(found).toEqual([
    PASSED[0],
    `find: no server error for ${what} in the query | status 500`,
    `send: no server error for ${what} in the body | status 500`,
    `show: no server error for ${what} as path parameter "noteId" | status 500`,
  ])
})

test('robustness finds U+0000 that crashes, however deep', async () => {
  const deep = await run((said) => /"words":"[^"]*\\u0000/.test(said))
  expect(deep).toEqual([
    ...PASSED.slice(0, 2),
    'send: no server error for the character U+0000 in the body | status 500',
    PASSED[3],
  ])
})

test('robustness finds a parser that deep JSON breaks', async () => {
  expect(await run((said) => said.includes('['.repeat(1000)))).toEqual([
    ...PASSED.slice(0, 2),
    'send: no server error for JSON nested thousands of levels deep in the body | status 500',
    PASSED[3],
  ])
})

test('robustness finds integers beyond 64 bits that crash', async () => {
  const found = await run((said) => /\d{19}/.test(said))
  expect(found).toEqual([
    PASSED[0],
    'find: no server error for an integer that does not fit in 64 bits in the query | status 500',
    'send: no server error for an integer that does not fit in 64 bits in the body | status 500',
    'show: no server error for an integer that does not fit in 64 bits as path parameter "noteId" | status 500',
  ])
})

test('robustness finds a form without a boundary, and one without parts, that crash', async () => {
  const found = (what: string): string[] => [
    `attach: no server error for ${what} | status 500`,
    ...PASSED.slice(1),
  ]
  expect(await run((said) => said.endsWith('multipart/form-data'))).toEqual(
    found('a form whose "Content-Type" has no boundary'),
  )
  expect(await run((said) => said.includes(' --odd--'))).toEqual(found('a form without parts'))
})

test('robustness puts what is odd into the paths of reads alone', async () => {
  const parameter = { name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } } as const
  const operations = (['GET', 'PUT'] as const).map((method) => ({
    ...{ operationId: method, method, path: '/notes/{noteId}', parameters: [parameter], responses: answers },
    ...(method === 'PUT' && {
      requestBody: { required: true as const, content: { 'application/json': { schema } } },
    }),
  }))
  const odd: string[] = []
  const answer = (request: Request): Response => {
    if (decodeURIComponent(new URL(request.url).pathname).includes('odd')) odd.push(request.method)
    return new Response(null, { status: 204 })
  }
  await outcomes(documentOf(operations), { answer, rules: ['robustness'] })
  expect(odd).toEqual(['GET'])
})

test('robustness takes a crash for one only when it happens again', async () => {
  let isFirst = true
  const once = (): boolean => {
    const was = isFirst
    isFirst = false
    return was
  }
  expect(await run(once)).toEqual(PASSED)
})

test('robustness finds ranges that end before they begin and crash', async () => {
  const isCrossed = (said: string): boolean => {
    const { searchParams } = new URL(said.split(' ').slice(0, 2).join(''), 'http://small.test')
    const [least, most] = [searchParams.get('size_min'), searchParams.get('size_max')].map(Number)
    return least !== undefined && most !== undefined && most > 0 && least > most
  }
  expect(await run(isCrossed)).toContainEqual(
    expect.stringContaining('find: no server error for a range with reversed bounds in the query'),
  )
})

test('robustness finds a condition without meaning that crashes', async () => {
  const load = (status: number): Promise<string[]> =>
    outcomes(document, {
      rules: ['robustness'],
      answer: ({ headers }) =>
        new Response(null, { status: headers.get('if-modified-since')?.startsWith('odd') ? status : 204 }),
    })
  expect(await load(204)).toContain('robustness load: passed')
  expect(await load(500)).toContain(
    'robustness load: no server error for meaningless text in conditional or range headers | status 500',
  )
})
