import { Coverage, runContract } from '@concordat/contract'
import { Observer } from '@concordat/contract/passive'
import { expect, test } from 'vitest'
import { runRemarks } from '../../../../../runtime/contract/report/remarks.ts'
import { answers, described } from '../../support/described.ts'

const account = {
  type: 'object',
  required: ['email'],
  properties: {
    id: { type: 'string', readOnly: true },
    email: { type: 'string', format: 'email' },
    since: { type: 'string', format: 'date-time', readOnly: true },
    home: { type: 'string', anyOf: [{ format: 'uri' }, { format: 'ipv4' }] },
  },
}
const body = { required: true, content: { 'application/json': { schema: account } } }
const refused = { 400: { description: 'No' }, 404: { description: 'None' } }
const paths = {
  '/accounts': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: account }) },
    post: {
      operationId: 'create',
      requestBody: body,
      responses: { ...answers(account, { status: 201 }), ...refused },
    },
  },
  '/accounts/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'read', responses: { ...answers(account), ...refused } },
    delete: { operationId: 'remove', responses: { 204: { description: 'Gone' }, ...refused } },
  },
}

/** Accounts that accept any string as an address, and return creation times in the wrong format. */
function service({ failsOver }: { readonly failsOver?: string } = {}) {
  const kept = new Map<string, object>()
  return async (request: Request): Promise<Response> => {
    const [, , id = ''] = new URL(request.url).pathname.split('/')
    if (request.method === 'POST') {
      const sent: unknown = await request.json().catch(() => undefined)
      const { email, home = '' } = (sent ?? {}) as { readonly email?: unknown; readonly home?: unknown }
      if (failsOver !== undefined && email === failsOver) return Response.json({}, { status: 500 })
      const isJson = request.headers.get('content-type') === 'application/json'
      if (!isJson || typeof email !== 'string' || typeof home !== 'string')
        return new Response(null, { status: 400 })
      const made = { ...(sent as object), id: `a${kept.size}`, since: 'last year' }
      kept.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    if (id === '') return Response.json([...kept.values()])
    if (!kept.has(id)) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(kept.get(id))
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
}

async function run(parts: object, options: Parameters<typeof service>[0] = {}) {
  const document = await described(paths, parts)
  const coverage = new Coverage(document)
  const { results } = await runContract({
    ...{ document, select: { rules: ['conformance', 'negative', 'generated'] } },
    target: { baseUrl: 'http://accounts.test', fetch: service(options) },
    onExchange: (plan, answer) => coverage.observe(plan, answer),
  })
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  const remarks = runRemarks({ document, ran: new Set(), coverage: coverage.report(), writes: [] })
  return {
    found: findings.map(({ rule, operationId, wrong }) => `${rule} ${operationId}: ${wrong}`),
    remarks: remarks.filter((remark) => remark.includes('"format"')),
  }
}

test('where formats are annotations, what breaks them alone is a remark and no finding', async () => {
  const { found, remarks } = await run({})
  expect(found).toEqual([])
  expect(remarks).toEqual([
    expect.stringMatching(
      /^Since OpenAPI 3\.1, "format" is only an annotation, so the run does not report these: .*"since" that is not a valid date-time \((list, )?create, read\)/,
    ),
  ])
  expect(remarks[0]).toContain('an accepted value of "email" that is not a valid email (create)')
})

test('a document that asserts formats has both as findings', async () => {
  for (const parts of [{ 'x-format-assertion': true }, { openapi: '3.0.3' }]) {
    const { found, remarks } = await run(parts)
    expect(found).toContainEqual(
      expect.stringMatching(
        /^conformance\/schema create: breaks its schema: \/since must be a valid date-time/,
      ),
    )
    expect(found).toContainEqual(
      expect.stringMatching(/^negative\/refusal create: returns 201 instead of 400 for a body whose/),
    )
    expect(remarks).toEqual([])
  }
})

test('a server that fails over a broken format is wrong in any case', async () => {
  const { found } = await run({}, { failsOver: 'not-a-email' })
  expect(found).toEqual([
    'negative/refusal create: returns 500 ({}) instead of 400 for a body whose "email" violates "format"',
  ])
})

test('recorded requests that break a format alone are no findings either', async () => {
  const seen = async (parts: object, text: string) => {
    const document = await described(paths, parts)
    const observer = new Observer({ document, bases: ['http://accounts.test'], source: 'test' })
    observer.note({
      request: {
        ...{ method: 'POST', url: 'http://accounts.test/accounts', body: text },
        headers: { 'content-type': 'application/json' },
      },
      ...{ status: 201, headers: new Headers({ 'content-type': 'application/json' }), text },
    })
    await observer.settled()
    return observer
      .report()
      .results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : [])).length
  }
  expect(await seen({}, '{"email":"nobody","home":"x y"}')).toBe(0)
  expect(await seen({}, '{"email":7}')).toBe(2)
  expect(await seen({ 'x-format-assertion': true }, '{"email":"nobody"}')).toBe(2)
})
