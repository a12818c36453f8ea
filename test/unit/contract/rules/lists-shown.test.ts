import { expect, test } from 'vitest'
import type { Answer } from '../../../../runtime/contract/data/exchange/answer.ts'
import { shownMiscounted } from '../../../../runtime/contract/rules/shown/lists.ts'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

const text = { type: 'string' }
const cat = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: text, created_at: { type: 'string', format: 'date-time' } },
}
const at = (hour: number) => `2024-03-01T0${hour}:00:00Z`
const [bo, al, ci] = [
  { id: 1, name: 'bo', created_at: at(1) },
  { id: 2, name: 'al', created_at: at(2) },
  { id: 3, name: 'ci', created_at: at(3) },
]
const sort = (more: object) => ({ name: 'sort', in: 'query', schema: { ...text, ...more } })

/** Returns the findings about a list of cats that always shows the same items. */
async function told(shown: readonly object[], { parameters = [] as object[], hasRead = true } = {}) {
  const document = await described({
    '/cats': { get: { operationId: 'list', parameters, responses: answers({ type: 'array', items: cat }) } },
    ...(hasRead && {
      '/cats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'read', responses: answers(cat) },
      },
    }),
  })
  const answer = ({ url }: Request) => Response.json(url.endsWith('/cats') ? shown : (shown[0] ?? bo))
  const lines = await outcomes(document, { answer, rules: ['conformance'] })
  return lines.filter((line) => line.startsWith('conformance list') && !line.endsWith(': passed'))
}

test('an item that a list shows twice is told', async () => {
  expect(await told([bo, al, ci])).toEqual([])
  expect(await told([bo, al, bo])).toEqual([
    'conformance list: every item exactly once in the pages | 1 more than once',
  ])
})

test('a list can show two versions of an item, and an item of another list twice', async () => {
  expect(await told([bo, { ...bo, name: 'Bo' }])).toEqual([])
  expect(await told([bo, bo], { hasRead: false })).toEqual([])
})

const usual = (name: string) => [
  sort({ enum: ['name', '-name', 'created_at', '-created_at'], default: name }),
]

test('a list that does not have its default order is told', async () => {
  expect(await told([bo, al, ci], { parameters: usual('created_at') })).toEqual([])
  expect(await told([ci, al, bo], { parameters: usual('-created_at') })).toEqual([])
  expect(await told([al, ci, bo], { parameters: usual('created_at') })).toEqual([
    'conformance list: items in ascending order of "created_at" with sort=created_at | "2024-03-01T03:00:00Z" before "2024-03-01T01:00:00Z"',
  ])
})

test('a list without a documented order, or whose default has no known direction, can have any', async () => {
  expect(await told([al, ci, bo], { parameters: [sort({ enum: ['name', '-name'] })] })).toEqual([])
  const undirected = [sort({ enum: ['created_at'], default: 'created_at' })]
  expect(await told([ci, al, bo], { parameters: undirected })).toEqual([])
})

test('a count that ignores the filter is told, whatever the page and a full page say', async () => {
  const page = {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: cat }, total: { type: 'integer' } },
  }
  const query = (name: string, schema: object) => ({ name, in: 'query', schema })
  const document = await described({
    '/cats': {
      get: {
        operationId: 'list',
        parameters: [
          query('owner', { ...text, example: 'Ed' }),
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 2 }),
        ],
        responses: answers(page),
      },
    },
  })
  const of = async (items: readonly object[], total: number) =>
    (
      await outcomes(document, { answer: () => Response.json({ items, total }), rules: ['conformance'] })
    ).filter((line) => !line.endsWith(': passed'))
  expect(await of([], 0)).toEqual([])
  expect(await of([bo, al], 7)).toEqual([])
  expect(await of([bo], 7)).toEqual([expect.stringMatching(/^conformance list: a count of 1, .* \| 7$/)])
  expect(await of([], 7)).toEqual([expect.stringMatching(/^conformance list: a count of 0, .* \| 7$/)])
})

test('a count is not compared with a page of no items, or with a page that only a link names', async () => {
  const page = {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: cat }, total: { type: 'integer' }, next: text },
  }
  const limit = {
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 0, maximum: 9, default: 2 },
  }
  const document = await described({
    '/cats': { get: { operationId: 'list', parameters: [limit], responses: answers(page) } },
  })
  const cats = [bo, al, ci]
  const answer = ({ url }: Request): Response => {
    const { searchParams: query } = new URL(url)
    const size = Number(query.get('limit') ?? 2)
    const end = Number(query.get('start') ?? 0) + size
    const next = size > 0 && end < cats.length ? { next: `/cats?limit=${size}&start=${end}` } : {}
    return Number.isInteger(size) && size >= 0 && size <= 9
      ? Response.json({ items: cats.slice(end - size, end), total: cats.length, ...next })
      : Response.json({}, { status: 400 })
  }
  const lines = await outcomes(document, { answer, rules: ['conformance', 'list-protocol'] })
  expect(lines.filter((line) => line.includes('a count of'))).toEqual([])
})

test('a page of the documented size is full, also if the parameter refers to its schema', async () => {
  const page = {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: cat }, total: { type: 'integer' } },
  }
  const limit = { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Size' } }
  const document = await described(
    { '/cats': { get: { operationId: 'list', parameters: [limit], responses: answers(page) } } },
    { components: { schemas: { Size: { type: 'integer', minimum: 1, maximum: 50, default: 2 } } } },
  )
  const of = async (items: readonly object[]) =>
    (
      await outcomes(document, { answer: () => Response.json({ items, total: 7 }), rules: ['conformance'] })
    ).filter((line) => !line.endsWith(': passed'))
  expect(await of([bo, al])).toEqual([])
  expect(await of([bo])).toEqual([expect.stringMatching(/^conformance list: a count of 1, .* \| 7$/)])
})

test('the count of a page that a property of an object parameter selects is not compared', async () => {
  const number = { type: 'object', properties: { number: { type: 'integer' } } }
  const page = {
    type: 'object',
    properties: { items: { type: 'array', items: cat }, total: { type: 'integer' } },
  }
  const document = await described({
    '/cats': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'page', in: 'query', style: 'deepObject', schema: number }],
        'x-pagination': {
          ...{ items: ['items'], next: { from: 'pages', first: 1 } },
          sent: { in: 'query', path: ['page', 'number'] },
        },
        responses: answers(page),
      },
    },
  })
  const [operation] = document.operations
  const told = (query: string) => {
    const answer = {
      ...{ status: 200, value: { items: [bo], total: 21 }, headers: new Headers() },
      exchange: { request: { url: `http://cats.test/cats${query}` } },
    } as unknown as Answer
    return operation && shownMiscounted(document, { operation, answer })
  }
  expect(operation?.list).toMatchObject({ count: ['total'] })
  expect([told(''), told('?page[number]=3')]).toEqual([expect.objectContaining({ items: 1 }), undefined])
})
