import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const stone = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const integer = (more: object) => ({ type: 'integer', minimum: 1, ...more })
const page = {
  type: 'object',
  required: ['items', 'next'],
  properties: { items: { type: 'array', items: stone }, next: { type: ['string', 'null'] } },
}
const absent = { 404: { description: 'None.' } }
const stones = described({
  '/stones': {
    get: {
      operationId: 'listStones',
      parameters: [
        { name: 'limit', in: 'query', schema: integer({ maximum: 50, default: 10 }) },
        { name: 'cursor', in: 'query', schema: { type: 'string' } },
      ],
      responses: answers(page),
      'x-pagination': { cursor: 'cursor', nextCursor: 'next', limit: 'limit', items: 'items' },
    },
    post: {
      operationId: 'addStone',
      requestBody: { required: true, content: { 'application/json': { schema: stone } } },
      responses: answers(stone, { status: 201 }),
    },
  },
  '/stones/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'readStone', responses: { ...answers(stone), ...absent } },
    patch: {
      operationId: 'changeStone',
      requestBody: { required: true, content: { 'application/json': { schema: stone } } },
      responses: { ...answers(stone), ...absent },
    },
  },
})

/** @param sizeOf The number of items on a page with a limit. */
const told = async (sizeOf: (limit: number) => number): Promise<string[]> => {
  const all = Array.from({ length: 14 }, (_, index) => ({ id: index + 1, name: `stone ${index}` }))
  const lines = await outcomes(await stones, {
    rules: ['listing', 'lifecycle', 'round-trip'],
    answer: ({ method, url }, body) => {
      const { pathname, searchParams } = new URL(url)
      const [, , id] = pathname.split('/')
      if (id === undefined && method === 'GET') {
        const first = Number(searchParams.get('cursor') ?? 0)
        const last = first + sizeOf(Number(searchParams.get('limit') ?? 10))
        return Response.json({ items: all.slice(first, last), next: last < all.length ? String(last) : null })
      }
      if (id === undefined) {
        const made = { ...JSON.parse(body), id: all.length + 1 }
        all.push(made)
        return Response.json(made, { status: 201 })
      }
      const own = all.find((one) => String(one.id) === id)
      if (own === undefined) return Response.json({}, { status: 404 })
      if (method === 'PATCH') Object.assign(own, JSON.parse(body), { id: own.id })
      return Response.json(own)
    },
  })
  return lines.filter((line) => line.startsWith('listing'))
}

test('a list that obeys its limit, or shortens its pages, breaks nothing', async () => {
  expect(await told((limit) => limit)).toEqual(['listing listStones: passed'])
  expect(await told((limit) => Math.min(limit, 6))).toEqual(['listing listStones: passed'])
})

test('a list that ignores a large limit is told', async () => {
  expect(await told((limit) => (limit < 20 ? limit : 10))).toEqual([
    'listing listStones: at least 11 items with limit=50, as with limit=11 | 10 items',
  ])
})
