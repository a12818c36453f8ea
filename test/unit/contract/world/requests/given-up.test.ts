import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: text }
const thing = { type: 'object', properties: { id: { ...text, readOnly: true }, title: text } }
const body = { required: true, content: { 'application/json': { schema: thing } } }
const refused = { 400: { description: 'Refused' }, 404: { description: 'Unknown' } }

const bearer = { securitySchemes: { Key: { type: 'http', scheme: 'bearer' } } }
const open = (status: number) => ({
  401: { description: 'Unknown caller' },
  ...answers(thing, { status }),
  ...refused,
})

/** A collection of things, at "/things". */
const collection = {
  '/things': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: thing }) },
    post: { operationId: 'make', requestBody: body, responses: open(201) },
  },
  '/things/{id}': {
    get: { operationId: 'read', parameters: [id], responses: open(200) },
    delete: {
      operationId: 'drop',
      parameters: [id],
      responses: { ...open(200), 204: { description: 'Gone' } },
    },
  },
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly text: string
}

/** Returns the requests of a run, and its outcome. */
async function run(
  paths: object,
  answer: (asked: Asked, things: Map<string, unknown>) => Response | undefined,
  { key, components = {} }: { key?: string; components?: object } = {},
) {
  const document = await described(paths, { components })
  const sent: string[] = []
  const things = new Map<string, unknown>()
  let made = 0
  const serve = (asked: Asked): Response => {
    const { method, path, text } = asked
    const other = answer(asked, things)
    if (other !== undefined) return other
    if (path === '/things' && method === 'GET') return Response.json([...things.values()])
    if (path === '/things' && method === 'POST') {
      if (!text.startsWith('{')) return Response.json({ message: 'wrong' }, { status: 400 })
      const item = { ...JSON.parse(text), id: `t${++made}` }
      things.set(item.id, item)
      return Response.json(item, { status: 201 })
    }
    const name = path.split('/')[2] ?? ''
    const item = things.get(name)
    if (item === undefined) return Response.json({ message: 'unknown' }, { status: 404 })
    if (method === 'DELETE') return new Response(null, { status: things.delete(name) ? 204 : 404 })
    return method === 'GET'
      ? Response.json(item)
      : new Response(null, { status: 405, headers: { allow: 'GET, HEAD, DELETE' } })
  }
  const report = await runContract({
    document,
    target: {
      baseUrl: 'http://small.test',
      ...(key !== undefined && { credentials: { Key: key } }),
      fetch: async (request) => {
        const path = new URL(request.url).pathname
        sent.push(`${request.method} ${path}`)
        const key = request.headers.get('authorization')
        return serve({ method: request.method, path, key, text: await request.clone().text() })
      },
    },
  })
  const count = (line: string): number => sent.filter((each) => each === line).length
  const reasons = report.results.flatMap(({ rule, operationId, outcome }) =>
    outcome.status === 'not-run' ? [`${rule} ${operationId}: ${outcome.reason}`] : [],
  )
  return { report, reasons, count, sent }
}

const unknown = (): Response =>
  Response.json({ message: 'who are you' }, { status: 401, headers: { 'www-authenticate': 'Bearer' } })

describe('a run gives up', () => {
  test('a create that refuses in the same words whatever is sent, for all rules', async () => {
    const { count, reasons } = await run(collection, ({ method, path }) =>
      method === 'POST' && path === '/things'
        ? Response.json({ message: 'not today' }, { status: 409 })
        : undefined,
    )
    expect(count('POST /things')).toBeLessThan(28)
    expect(reasons.join('\n')).toContain('lifecycle drop: make returned 409 {"message":"not today"}')
  })

  test('an operation that answers the same 401 twice', async () => {
    const size = { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }
    const get = { operationId: 'mine', security: [{ Key: [] }], parameters: [size], responses: open(200) }
    const paths = { ...collection, '/mine': { get } }
    const { count, reasons } = await run(paths, ({ path }) => (path === '/mine' ? unknown() : undefined), {
      key: 'k',
      components: bearer,
    })
    expect(count('GET /mine')).toBeLessThan(10)
    expect(reasons.join('\n')).toContain('head mine: the server rejects the credential for "Key" with 401')
  })

  test('to make what the first removal leaves where it is', async () => {
    const { report, reasons } = await run(collection, ({ method }) =>
      method === 'DELETE' ? Response.json({ message: 'never' }, { status: 403 }) : undefined,
    )
    expect(report.leftBehind.length).toBeLessThan(6)
    expect(reasons.join('\n')).toContain(
      'drop does not remove the run\'s items (403), so the run creates no more items of "things"',
    )
  })

  test('altogether where everything asks for a credential and none is given, documented or not', async () => {
    await expect(run(collection, unknown)).rejects.toThrow(
      /requires a credential, but the document declares none\. Fix: provide the credential that its "WWW-Authenticate: Bearer" requires: --key KEY\.$/,
    )
  })

  test('altogether where the only scheme needs a proxy', async () => {
    const components = { securitySchemes: { Key: { type: 'http', scheme: 'digest' } } }
    await expect(run(collection, unknown, { components })).rejects.toThrow(
      /none is configured\. Fix: provide one for the scheme "Key" \(HTTP digest, which is not supported\) through a proxy that adds it\.$/,
    )
  })

  test('altogether where three operations refuse the key, and nothing shows that it is taken', async () => {
    const closed = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [
        `/${name}`,
        { get: { operationId: name, responses: answers(thing) } },
      ]),
    )
    const answer = (isKnown: (asked: Asked) => boolean) => (asked: Asked) =>
      isKnown(asked) ? (/^\/[a-d]$/.test(asked.path) ? Response.json({}) : undefined) : unknown()
    const settings = { key: 'wrong', components: bearer }
    const wrong = await run(
      { ...collection, ...closed },
      answer(({ path }) => path.startsWith('/things')),
      settings,
    )
    expect(wrong.report.ended).toBe(
      'http://small.test rejects your credential with 401 (a, b, c), and no operation is known to accept it. Fix: provide a valid credential',
    )
    const elsewhere = await run(
      { ...collection, ...closed },
      answer(({ path }) => path.startsWith('/things')),
      {
        key: 'right',
        components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'Bearer' } } },
      },
    )
    expect(elsewhere.report.ended).toMatch(
      /Fix: provide a valid credential, in the header that the server asks for: --header "Authorization: Bearer KEY"$/,
    )
    // The three operations might need another credential, although the things need this one.
    const right = await run(
      { ...collection, ...closed },
      answer(({ path, key }) => path.startsWith('/things') && key === 'Bearer wrong'),
      settings,
    )
    expect(right.report.ended).toBeUndefined()
  })
})

test('the requests of an operation stay within the budget where a random one fails, and none is sent twice', async () => {
  const bodies: string[] = []
  const { report } = await run(collection, ({ method, path, text }) => {
    if (method !== 'POST' || path !== '/things') return undefined
    bodies.push(text)
    return undefined
  })
  const spent = report.results.filter(({ operationId }) => operationId === 'make')
  expect(spent.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(80)
  expect(bodies.filter((text) => text === '{"title":12345}').length).toBeLessThan(8)
})
