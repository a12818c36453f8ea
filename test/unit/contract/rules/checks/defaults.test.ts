import type { DocumentDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const SIZE = { type: 'string', enum: ['small', 'large'], default: 'small' } as const
const box = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    size: SIZE,
    look: {
      type: 'object',
      properties: { colour: { type: 'string' }, isShiny: { type: 'boolean', default: true } },
    },
  },
} as const
const shown = { ...box, properties: { ...box.properties, id: { type: 'integer', readOnly: true } } } as const
const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
const inQuery = (name: string, schema: JsonSchema): ParameterDescriptor => ({
  ...{ name, in: 'query', schema },
})

const document: DocumentDescriptor = documentOf(
  [
    {
      operationId: 'createBox',
      method: 'POST',
      path: '/boxes',
      requestBody: { required: true, ...json(box) },
      responses: { '201': json(shown) },
      resource: { name: 'boxes', role: 'create' },
    },
    {
      operationId: 'getBox',
      method: 'GET',
      path: '/boxes/{id}',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { '200': json(shown), '404': {} },
      resource: { name: 'boxes', role: 'read' },
    },
    {
      operationId: 'report',
      method: 'GET',
      path: '/report',
      parameters: [inQuery('unit', { type: 'string', default: 'day' })],
      responses: { '200': json({ type: 'object' }) },
    },
    {
      operationId: 'listThings',
      method: 'GET',
      path: '/things',
      parameters: [
        inQuery('limit', { type: 'integer', minimum: 1, default: 20 }),
        inQuery('offset', { type: 'integer', minimum: 0, default: 0 }),
      ],
      responses: { '200': json({ type: 'array', items: { type: 'object' } }) },
      list: { items: [], limit: 'limit', offset: 'offset' },
      resource: { name: 'things', role: 'list' },
    },
  ],
  {
    resources: [
      {
        name: 'boxes',
        collection: '/boxes',
        item: '/boxes/{id}',
        idParameter: 'id',
        names: [{ path: ['id'] }],
        operations: { create: 'createBox', read: 'getBox' },
        actions: [],
      },
      { name: 'things', collection: '/things', operations: { list: 'listThings' }, actions: [] },
    ],
  },
)

interface Assumed {
  readonly size?: string
  readonly isShiny?: boolean
  readonly unit?: string
  readonly limit?: string
  readonly offset?: string
  /** True if the report is different every time. */
  readonly isLive?: boolean
}

function server({
  size = 'small',
  isShiny = true,
  unit = 'day',
  limit = '20',
  offset = '0',
  isLive,
}: Assumed) {
  const boxes: object[] = []
  let reports = 0
  return (request: Request, text: string): Response => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/report')
      return Response.json({ unit: searchParams.get('unit') ?? unit, ...(isLive && { turn: reports++ }) })
    if (pathname === '/things') {
      const first = Number(searchParams.get('offset') ?? offset)
      const things = [{ id: 1 }, { id: 2 }, { id: 3 }]
      return Response.json(things.slice(first, first + Number(searchParams.get('limit') ?? limit)))
    }
    const [, , id] = pathname.split('/')
    const found = id === undefined ? undefined : boxes[Number(id) - 1]
    if (request.method === 'GET')
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found)
    const sent = JSON.parse(text)
    const look = sent.look && { isShiny, ...sent.look }
    boxes.push({ size, ...sent, ...(look && { look }), id: boxes.length + 1 })
    return Response.json(boxes.at(-1), { status: 201 })
  }
}

const run = async (assumed: Assumed): Promise<string[]> =>
  (await outcomes(document, { answer: server(assumed), rules: ['defaults', 'list-protocol'] })).toSorted()

const PASSED = [
  'defaults createBox: passed',
  'defaults report: passed',
  'list-protocol listThings: passed',
] as const

test('defaults are content with a server that assumes what the document says, or is never the same', async () => {
  expect(await run({})).toEqual(PASSED)
  const [created, , listed] = PASSED
  const varying =
    'defaults report: not run, because report responds to the same request differently each time'
  expect(await run({ unit: 'week', isLive: true })).toEqual([created, varying, listed])
})

test('defaults finds members that become something else, in objects too', async () => {
  expect(await run({ size: 'large' })).toEqual([
    'defaults createBox: "size" to default to "small" when omitted | "large"',
    ...PASSED.slice(1),
  ])
  expect(await run({ isShiny: false })).toEqual([
    'defaults createBox: "look.isShiny" to default to true when omitted | false',
    ...PASSED.slice(1),
  ])
})

test('defaults skips an item that existed before, which keeps its values', async () => {
  let box: object = { id: 1, size: 'small' }
  const answer = (request: Request, text: string): Response => {
    if (request.method === 'GET') return Response.json(box)
    box = { ...box, ...JSON.parse(text) }
    return Response.json(box, { status: 201 })
  }
  expect(await outcomes(document, { answer, rules: ['round-trip', 'defaults'] })).toContain(
    'defaults createBox: not run, because createBox returns an item that existed before',
  )
})

test('defaults finds a query that means something else without its parameter', async () => {
  expect(await run({ unit: 'week' })).toEqual([
    PASSED[0],
    'defaults report: the same response as with unit=day, the documented default | a different response',
    PASSED[2],
  ])
})

test('list-protocol finds lists that begin or end elsewhere than their defaults say', async () => {
  expect(await run({ offset: '1' })).toEqual([
    ...PASSED.slice(0, 2),
    'list-protocol listThings: the same list without offset as with its default offset=0: 1, 2, 3 | 2, 3',
  ])
  expect(await run({ limit: '2' })).toEqual([
    ...PASSED.slice(0, 2),
    'list-protocol listThings: the same list without limit as with its default limit=20: 1, 2, 3 | 1, 2',
  ])
})

test('defaults leaves out a member of which its description says that null is a default too', async () => {
  const size = (description: string) => ({ type: ['string', 'null'], default: 'small', description }) as const
  const run = (description: string) => {
    const sized = { type: 'object', properties: { size: size(description) } } as const
    const operations = document.operations.map((operation) =>
      operation.operationId === 'createBox'
        ? { ...operation, requestBody: { required: true as const, ...json(sized) } }
        : operation,
    )
    const answer = (request: Request): Response =>
      Response.json({ id: 1, name: 'a', size: null }, { status: request.method === 'POST' ? 201 : 200 })
    return outcomes({ ...document, operations }, { answer, rules: ['defaults'] })
  }
  expect(await run('On a box it is small (default). null (set default): each box has its own.')).toContain(
    'defaults createBox: not run, because no optional property has a default',
  )
  expect(await run('The size, small by default. Use null for no size.')).toContain(
    'defaults createBox: "size" to default to "small" when omitted | null',
  )
})
