import { schemaIn } from '@concordat/contract/document'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { namesOfRun } from '../../../../../runtime/contract/world/values/names.ts'
import { sampleValue } from '../../../../../runtime/contract/world/values/sample.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = (name: string) =>
  ({ content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } }) as const
const tokenId = { name: 'token', in: 'path', required: true, schema: { type: 'string' } } as const
const resource = (role: 'list' | 'create' | 'read' | 'delete' | 'action') =>
  ({ name: 'tokens', role }) as const
const operations: readonly Operation[] = [
  {
    operationId: 'listTokens',
    method: 'GET',
    path: '/tokens',
    list: { items: [] },
    resource: resource('list'),
    responses: { '200': json('Tokens') },
  },
  {
    operationId: 'createToken',
    method: 'POST',
    path: '/tokens',
    requestBody: { required: true, ...json('TokenWrite') },
    resource: resource('create'),
    responses: { '201': json('Made'), '400': {} },
  },
  {
    operationId: 'readToken',
    method: 'GET',
    path: '/tokens/{token}',
    parameters: [tokenId],
    resource: resource('read'),
    responses: { '200': json('Token'), '404': {} },
  },
  {
    operationId: 'deleteToken',
    method: 'DELETE',
    path: '/tokens/{token}',
    parameters: [tokenId],
    resource: resource('delete'),
    responses: { '204': {}, '404': {} },
  },
  {
    operationId: 'cloneToken',
    method: 'POST',
    path: '/tokens/{token}/clone',
    parameters: [tokenId],
    resource: resource('action'),
    responses: { '200': json('Token'), '404': {} },
  },
]
const document = documentOf(operations, {
  resources: [
    {
      name: 'tokens',
      collection: '/tokens',
      item: '/tokens/{token}',
      idParameter: 'token',
      names: [{ path: ['id'], certainty: 'likely' }],
      operations: { list: 'listTokens', create: 'createToken', read: 'readToken', delete: 'deleteToken' },
      actions: ['cloneToken'],
    },
  ],
  definitions: {
    Token: {
      type: 'object',
      required: ['label'],
      properties: {
        id: { type: 'string' },
        label: { type: 'string', minLength: 3 },
        secret: { type: 'string' },
      },
    },
    TokenWrite: {
      type: 'object',
      required: ['label'],
      properties: { label: { type: 'string', minLength: 3 }, secret: { type: 'string' } },
    },
    Made: { type: 'object', properties: { token: { type: 'string' } } },
    Tokens: { type: 'array', items: { $ref: '#/$defs/Token' } },
  },
})

interface Token {
  readonly id: string
  readonly label: string
  readonly secret: string
}

/** Ways in which servers can differ: each of these keeps or violates the document in one respect. */
interface Ways {
  readonly made?: (token: Token) => Response
  readonly listed?: (token: Token) => unknown
  readonly read?: (token: Token) => unknown
  readonly cloned?: (token: Token) => unknown
  /** Accepts bodies of any media type, and each label once. */
  readonly isLax?: boolean
}

function tokens({ made, listed, read, cloned, isLax = false }: Ways) {
  const kept = new Map<string, Token>()
  const same = (token: Token): unknown => token
  const create = (text: string): Response => {
    const { label, secret } = parsed(text)
    if (typeof label !== 'string' || label.length < 3) return Response.json({}, { status: 400 })
    if (isLax && [...kept.values()].some((token) => token.label === label))
      return Response.json({}, { status: 409 })
    const id = `t${kept.size + 1}`
    const token = { id, label, secret: String(secret ?? '') || `secret of ${label}` }
    kept.set(id, token)
    return (made ?? (() => Response.json({ token: id }, { status: 201 })))(token)
  }
  return (request: Request, text: string): Response => {
    const [, , id, action] = new URL(request.url).pathname.split('/')
    const token = kept.get(id ?? '')
    const isJson = request.headers.get('content-type') === 'application/json'
    if (id === undefined && request.method === 'POST')
      return isJson || isLax ? create(text) : Response.json({}, { status: 400 })
    if (id === undefined) return Response.json([...kept.values()].map(listed ?? same))
    if (token === undefined) return Response.json({}, { status: 404 })
    if (action !== undefined) return Response.json((cloned ?? same)(token))
    if (request.method === 'GET') return Response.json((read ?? same)(token))
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const run = (ways: Ways, ...rules: string[]) => outcomes(document, { answer: tokens(ways), rules })

describe.concurrent('an item is found again', () => {
  test('by what creates it naming the path parameter alone, and may get a value for an empty text', async () => {
    expect(await run({}, 'lifecycle', 'round-trip')).toEqual([
      'lifecycle createToken: passed',
      'round-trip createToken: passed',
      'lifecycle deleteToken: passed',
    ])
  })

  test('by its Location, unless that is the collection', async () => {
    const at = (location: (token: Token) => string) => (token: Token) =>
      new Response(null, { status: 201, headers: { location: location(token) } })
    expect(await run({ made: at(({ id }) => `/tokens/${id}`) }, 'lifecycle')).toEqual([
      'lifecycle createToken: passed',
      'lifecycle deleteToken: passed',
    ])
    // "name" is not the property by which the path identifies a token.
    const named = ({ id }: Token) =>
      Response.json({ token: 'a name' }, { status: 201, headers: { location: `/tokens/${id}` } })
    expect(await run({ made: named }, 'lifecycle')).toEqual([
      'lifecycle createToken: passed',
      'lifecycle deleteToken: passed',
    ])
    // In this case the list contains the item, and the Location is wrong.
    expect(await run({ made: at(() => '/tokens') }, 'lifecycle')).toEqual([
      'lifecycle createToken: a "Location" header that leads to the created item | /tokens, which shows no item',
      'lifecycle deleteToken: passed',
    ])
  })
})

describe.concurrent('agreement', () => {
  test('lets a list blank a secret, and nothing else', async () => {
    const list = (all: readonly string[]) => all.filter((line) => line.startsWith('agreement listTokens'))
    const blank = await run({ listed: (token) => ({ ...token, secret: '' }) }, 'agreement')
    expect(list(blank)).toEqual(['agreement listTokens: passed'])
    const stale = await run({ listed: (token) => ({ ...token, secret: 'old' }) }, 'agreement')
    expect(list(stale)).toEqual([
      expect.stringMatching(
        /^agreement listTokens: "secret" as GET \/tokens returned it: "old" \| "secret-.*" from GET \/tokens\/\{token\}$/,
      ),
    ])
  })

  test('holds an action against its item, not against another that it made', async () => {
    const clone = (all: readonly string[]) => all.filter((line) => line.startsWith('agreement cloneToken'))
    const other = await run({ cloned: (token) => ({ ...token, id: 'other', label: 'Copy' }) }, 'agreement')
    expect(clone(other)).toEqual(['agreement cloneToken: passed'])
    const wrapped = (token: Token) => ({ data: { ...token, id: 'other', label: 'Copy' } })
    expect(clone(await run({ cloned: wrapped }, 'agreement'))).toEqual([
      expect.stringContaining('agreement cloneToken: the body must have the property "label"'),
    ])
    const wrong = await run({ cloned: (token) => ({ ...token, label: 'Copy' }) }, 'agreement')
    expect(clone(wrong)).toEqual([
      expect.stringMatching(
        /^agreement cloneToken: "label" as POST \/tokens\/\{token\}\/clone returned it: "Copy" \| /,
      ),
    ])
  })
})

test.concurrent('isolation takes what an action answers for what it made, where no effect is stated', async () => {
  const clone = (all: readonly string[]) => all.filter((line) => line.startsWith('isolation cloneToken'))
  const other = (token: Token) => ({ ...token, id: 'other', label: 'Copy' })
  const whole = (token: Token) => Response.json(token, { status: 201 })
  expect(clone(await run({ cloned: other, made: whole }, 'isolation'))).toEqual([
    'isolation cloneToken: passed',
  ])
  const operations = document.operations.map((operation) =>
    operation.operationId === 'cloneToken' ? { ...operation, effect: { set: { label: 'Copy' } } } : operation,
  )
  const lines = await outcomes(
    { ...document, operations },
    { answer: tokens({ cloned: other, made: whole }), rules: ['isolation'] },
  )
  expect(clone(lines)).toEqual([
    expect.stringMatching(
      /^isolation cloneToken: "id" to stay "t\d+" after POST \/tokens\/\{token\}\/clone \| "other"$/,
    ),
  ])
})

test.concurrent('an item inside of something undocumented is one finding of conformance, none of its fields', async () => {
  const definitions = {
    ...document.definitions,
    Token: { ...Object(document.definitions['Token']), required: ['label', 'secret'] },
  }
  const answer = tokens({ read: (token) => ({ version: 1, token }) })
  const lines = await outcomes({ ...document, definitions }, { answer, rules: ['conformance', 'lifecycle'] })
  expect(lines.filter((line) => !line.endsWith(': passed'))).toEqual([
    expect.stringMatching(/^conformance readToken: the body must have the property "label" \| {"version":1,/),
  ])
})

test.concurrent('once an invalid creation is accepted, a conflict with what it made is no second finding', async () => {
  const lines = await run({ isLax: true }, 'negative')
  expect(lines).toEqual([
    expect.stringMatching(/^negative createToken: 400 for a body .* \| status 201 {"token":"t1"}$/),
  ])
})

test.concurrent('a crash beside an accepted creation of the same name counts where it comes alone as well', async () => {
  /**
   * Looks up the label, and takes a moment to store it: a request that arrives meanwhile violates the unique
   * index.
   */
  const racing = async (crashes: (body: Record<string, unknown>) => boolean): Promise<readonly string[]> => {
    const labels = new Set<string>()
    const answer = async (request: Request, text: string): Promise<Response> => {
      const body = parsed(text)
      const { label } = body
      if (request.method !== 'POST') return Response.json([])
      if (typeof label !== 'string' || label.length < 3) return Response.json({}, { status: 400 })
      if (crashes(body)) return Response.json({}, { status: 500 })
      if (labels.has(label)) return Response.json({}, { status: 409 })
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (labels.has(label)) return Response.json({}, { status: 500 })
      labels.add(label)
      return Response.json({ token: label }, { status: 201 })
    }
    const lines = await outcomes(document, { answer, rules: ['negative'] })
    expect(lines.some((line) => line.includes('status 201'))).toBe(true)
    return lines.filter((line) => line.includes('status 500'))
  }
  expect(await racing(() => false)).toEqual([])
  expect(await racing(({ secret }) => secret === null || typeof secret === 'number')).toEqual([
    expect.stringContaining('"secret" violates "type"'),
  ])
})

test.concurrent('a replacement keeps the identifier that its path names', async () => {
  const replaced: string[] = []
  const parameters = [tokenId]
  const replace: Operation = {
    operationId: 'replaceToken',
    method: 'PUT',
    path: '/tokens/{token}',
    parameters,
    requestBody: { required: true, ...json('Token') },
    resource: { name: 'tokens', role: 'replace' },
    responses: { '200': json('Token'), '404': {} },
  }
  const whole = documentOf([...operations, replace])
  const server = tokens({})
  const answer = (request: Request, text: string): Response => {
    if (request.method !== 'PUT') return server(request, text)
    const id = parsed(text)['id'] ?? 'none'
    replaced.push(request.url.endsWith(`/${id}`) ? 'its own' : String(id))
    return Response.json(parsed(text))
  }
  await outcomes({ ...document, operations: whole.operations }, { answer, rules: ['lifecycle'] })
  expect(new Set(replaced)).toEqual(new Set(['its own', 'none']))
})

test.concurrent('a start lies before its end, whichever the schema names first', () => {
  const time = { type: 'string', format: 'date-time' } as const
  const make = (names: readonly string[]) =>
    sampleValue(
      schemaIn(
        { definitions: {} },
        {
          type: 'object',
          required: names,
          properties: Object.fromEntries(names.map((name) => [name, time])),
        },
      ),
      { names: namesOfRun('test'), variant: 'full' },
    )
  expect(make(['endsAt', 'startsAt'])).toEqual({
    endsAt: '2030-01-01T00:02:00Z',
    startsAt: '2030-01-01T00:01:00Z',
  })
  expect(make(['from', 'until'])).toEqual({ from: '2030-01-01T00:01:00Z', until: '2030-01-01T00:02:00Z' })
  expect(make(['ended', 'seen'])).toEqual({ ended: '2030-01-01T00:01:00Z', seen: '2030-01-01T00:02:00Z' })
})
