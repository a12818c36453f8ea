import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const securitySchemes = {
  main: { type: 'http', scheme: 'bearer' },
  other: { type: 'apiKey', in: 'header', name: 'X-Other' },
} as const

const read = (
  name: string,
  scheme: string,
  responses: OperationDescriptor['responses'] = { '200': {}, '401': {} },
): Omit<OperationDescriptor, 'pointer' | 'tag'> => ({
  operationId: name,
  method: 'GET',
  path: `/${name}/{id}`,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'a' } }],
  responses,
  security: [{ [scheme]: [] }],
})

const rules = ['conformance', 'unknown-id', 'head', 'methods']
const challenge = { 'www-authenticate': 'Bearer' }

describe('an operation that let nobody in', () => {
  test('is not judged where it wants a credential that is not given', async () => {
    const document = documentOf([read('mine', 'main'), read('theirs', 'other', { '200': {} })], {
      securitySchemes,
    })
    const sent: string[] = []
    const results = await outcomes(document, {
      credentials: { main: 'k-main' },
      rules,
      answer: ({ url, method, headers }) => {
        const isTheirs = url.includes('/theirs/')
        if (isTheirs) sent.push(method)
        const isKnown = isTheirs ? headers.has('x-other') : headers.get('authorization') === 'Bearer k-main'
        return new Response(null, isKnown ? { status: 200 } : { status: 401, headers: challenge })
      },
    })
    const reasons = results.filter((line) => line.includes(' theirs:'))
    expect(new Set(reasons.map((line) => line.replace(/^\S+ theirs: /, '')))).toEqual(
      new Set([
        'not run, because the operation needs a credential for "other", but the run has none; set CONCORDAT_CREDENTIAL_OTHER',
      ]),
    )
    expect(sent).toHaveLength(1)
  })

  test('is not judged where the credential may not do it', async () => {
    const document = documentOf([read('mine', 'main'), read('admin', 'main', { '200': {} })], {
      securitySchemes,
    })
    const results = await outcomes(document, {
      credentials: { main: 'k-main' },
      rules: ['conformance', 'unknown-id', 'head'],
      answer: ({ url }) => new Response(null, { status: url.includes('/admin/') ? 403 : 200 }),
    })
    for (const line of results.filter((one) => one.includes(' admin:')))
      expect(line).toMatch(
        /not run, because the operation rejects every request with the credential for "main"; provide one with more permissions$/,
      )
  })

  test('but is, where the credential that it wants is taken elsewhere', async () => {
    const document = documentOf([read('mine', 'main'), read('broken', 'main')], { securitySchemes })
    const results = await outcomes(document, {
      credentials: { main: 'k-main' },
      rules: ['conformance'],
      answer: ({ url }) =>
        url.includes('/broken/')
          ? new Response(null, { status: 401, headers: challenge })
          : new Response(null),
    })
    expect(results).toEqual(['conformance mine: passed', 'conformance broken: status 200 | status 401'])
  })
})

describe('a credential that worked and is refused everywhere', () => {
  const list = { ...read('list', 'main'), path: '/list', parameters: [] }
  const end: Omit<OperationDescriptor, 'pointer' | 'tag'> = {
    ...{ operationId: 'endAll', method: 'POST', path: '/end-all', responses: { '204': {} } },
    security: [{ main: [] }],
  }
  const document = documentOf([list, end, read('later', 'main'), read('last', 'main')], { securitySchemes })

  /** A server on which a write invalidates all keys. */
  const run = (main: string | (() => Promise<string>), isEnded = { value: false }) => {
    const seen: string[] = []
    const results = outcomes(document, {
      credentials: { main },
      rules: ['conformance'],
      answer: ({ url, headers }) => {
        seen.push(new URL(url).pathname)
        const isGood = headers.get('authorization') === 'Bearer k-second' || !isEnded.value
        if (!isGood) return new Response(null, { status: 401, headers: challenge })
        if (url.endsWith('/end-all')) isEnded.value = true
        return new Response(null, { status: url.endsWith('/end-all') ? 204 : 200 })
      },
    })
    return { results, seen }
  }

  test('ends the run with a report, which names the operation before', async () => {
    const { results, seen } = run('k-first')
    const lines = await results
    expect(lines.slice(0, 2)).toEqual(['conformance list: passed', 'conformance endAll: passed'])
    for (const line of lines.slice(2))
      expect(line).toContain(
        'not run, because the run ended early: http://small.test now rejects, with 401, the credential that it accepted before. The last successful write before that was POST /end-all (endAll). Fix: provide a new credential and, if that write made the old one invalid, exclude it with --skip-operation',
      )
    expect(seen.filter((path) => path.startsWith('/last'))).toEqual([])
  })

  test('is renewed where something gets it', async () => {
    let count = 0
    const { results } = run(async () => (++count === 1 ? 'k-first' : 'k-second'))
    expect(await results).toEqual(
      ['list', 'endAll', 'later', 'last'].map((name) => `conformance ${name}: passed`),
    )
    expect(count).toBe(2)
  })

  test('and ends the run where that fails', async () => {
    let count = 0
    const { results } = run(async () => {
      if (++count === 1) return 'k-first'
      const { TargetError } = await import('@concordat/contract')
      throw new TargetError('The login failed: 401.')
    })
    expect((await results).at(-1)).toContain(
      'the run ended early: The login failed: 401. The server rejected a credential that had worked. The last successful write before that was POST /end-all (endAll)',
    )
  })
})

test('a valid credential that is rejected now and then does not end the run, and is reported', async () => {
  const list = { ...read('list', 'main'), path: '/list', parameters: [] }
  const others = ['one', 'two', 'three'].map((name) => read(name, 'main', { '200': {} }))
  let odd = 0
  const { results, ended, rejectedOnce } = await runContract({
    document: documentOf([list, ...others], { securitySchemes }),
    select: { rules: ['conformance'] },
    target: {
      baseUrl: 'http://small.test',
      credentials: { main: 'k-main' },
      fetch: async ({ url }) => {
        // The first request for an item is rejected, as is the next read, which is to confirm that.
        const isFirst = url.includes('/one/') && odd++ === 0
        const isNext = url.endsWith('/list') && odd === 1 && odd++ === 1
        return new Response(null, isFirst || isNext ? { status: 401, headers: challenge } : { status: 200 })
      },
    },
  })
  expect(ended).toBeUndefined()
  expect(results.map(({ outcome }) => outcome.status)).toEqual(['passed', 'passed', 'passed', 'passed'])
  expect(rejectedOnce).toEqual(['one'])
})

test.each([
  ['the run has no credential', {}],
  ['a header does not help', { headers: { 'x-me': 'me' } }],
])(
  'a server that refuses everything wants a header, where the document has no scheme and %s',
  async (_, target) => {
    const { security: _security, ...public_ } = read('mine', 'main', { '200': {} })
    const results = await outcomes(
      documentOf([public_, { ...public_, operationId: 'more', path: '/more/{id}' }]),
      {
        rules: ['conformance', 'unknown-id', 'head'],
        answer: () => new Response(null, { status: 403 }),
        ...target,
      },
    )
    // The refusals of one operation prove nothing of a server.
    const ofSecond = results.filter((line) => line.includes(' more:'))
    expect(ofSecond).toHaveLength(3)
    for (const line of ofSecond)
      expect(line).toMatch(
        /: not run, because the server rejects every request \(403\), .*with --header "NAME: VALUE"$/,
      )
  },
)

describe('a server that lets in a run without credentials', () => {
  const asked = async (target: object) =>
    await outcomes(documentOf([read('mine', 'main', { '200': {} })], { securitySchemes }), {
      rules: ['conformance', 'authentication'],
      answer: () => new Response(null),
      ...target,
    })

  test('may run without authentication: nothing is said of it', async () => {
    expect(await asked({})).toEqual([
      'conformance mine: passed',
      expect.stringMatching(
        /^authentication mine: not run, because the run has no credential, and .*CONCORDAT_KEY$/,
      ),
    ])
  })

  test.each([
    ['a credential', { credentials: { main: 'k-main' } }],
    ['a header', { headers: { 'x-me': 'me' } }],
  ])('looks at none, where the run has %s', async (_, target) => {
    expect(await asked(target)).toContainEqual(
      expect.stringMatching(/^authentication mine: status 401 .*without a credential \| status 200/),
    )
  })
})
