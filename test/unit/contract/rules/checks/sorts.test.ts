import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })
const page = [
  parameter('limit', { type: 'integer', minimum: 1 }),
  parameter('offset', { type: 'integer', minimum: 0, default: 0 }),
]
const time = { type: 'string', format: 'date-time' }
const item = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: text, price: { type: ['number', 'null'] }, created_at: time },
}

interface Cat {
  readonly id: number
  readonly name: string
  readonly price: number
  readonly created_at: string
}

const cats: readonly Cat[] = [
  { id: 1, name: 'bo', price: 9, created_at: '2024-03-01T00:00:00Z' },
  { id: 2, name: 'al', price: 10, created_at: '2024-01-01T00:00:00Z' },
  { id: 3, name: 'Ci', price: 9, created_at: '2024-02-01T00:00:00Z' },
]

/** Returns the findings about a list with some parameters. `show` returns the items for a query. */
async function told(parameters: readonly object[], show: (query: URLSearchParams) => readonly object[]) {
  const document = await described({
    '/cats': {
      get: {
        operationId: 'list',
        parameters: [...page, ...parameters],
        responses: answers({ type: 'array', items: item }),
      },
    },
  })
  const answer = (request: Request): Response => {
    const { searchParams } = new URL(request.url)
    const first = Number(searchParams.get('offset') ?? 0)
    return Response.json(show(searchParams).slice(first, first + Number(searchParams.get('limit') ?? 10)))
  }
  const lines = await outcomes(document, { answer, rules: ['list-protocol'] })
  return lines.filter((line) => !line.endsWith(': passed'))
}

const byPrice = (one: Cat, other: Cat) => one.price - other.price || one.id - other.id
const byName = (one: Cat, other: Cat) => one.name.toLowerCase().localeCompare(other.name.toLowerCase())

describe('a list that is ordered by', () => {
  const sort = parameter('sort', { ...text, enum: ['name', '-name', 'price', '-price'] })
  const orders: Record<string, (one: Cat, other: Cat) => number> = {
    name: byName,
    '-name': (one, other) => byName(other, one),
    price: byPrice,
    '-price': (one, other) => byPrice(other, one),
  }
  const ordered = (choice: string | null) => cats.toSorted(choice === null ? () => 0 : orders[choice])

  test('what its parameter says breaks nothing, whatever capitals are to it', async () => {
    expect(await told([sort], (query) => ordered(query.get('sort')))).toEqual([])
    const byCode = (one: Cat, other: Cat) => (one.name < other.name ? -1 : 1)
    const named = parameter('sort', { ...text, enum: ['name'] })
    expect(await told([named], (query) => (query.has('sort') ? cats.toSorted(byCode) : cats))).toEqual([])
  })

  test('the wrong end is told', async () => {
    const rising = (query: URLSearchParams) => ordered(query.get('sort')?.replace('-', '') ?? null)
    expect(await told([sort], rising)).toEqual([
      'list-protocol list: items in descending order of "name" with sort=-name | "al" before "bo"',
    ])
  })

  test('numbers as if they were texts is told', async () => {
    const asText = (one: Cat, other: Cat) => (String(one.price) < String(other.price) ? -1 : 1)
    const sorted = parameter('order_by', { ...text, enum: ['price'] })
    const direction = parameter('direction', { ...text, enum: ['asc', 'desc'] })
    expect(
      await told([sorted, direction], (query) => {
        if (!query.has('order_by')) return cats
        const rising = cats.toSorted(asText)
        return query.get('direction') === 'desc' ? rising.toReversed() : rising
      }),
    ).toEqual([
      'list-protocol list: items in ascending order of "price" with order_by=price&direction=asc | 10 before 9',
    ])
  })

  test('a member without a direction may rise or fall, and not both', async () => {
    const sorted = parameter('sort', { ...text, enum: ['created_at'] })
    const latest = cats.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    const inAnyWay = (shown: readonly Cat[]) => told([sorted], (query) => (query.has('sort') ? shown : cats))
    expect(await inAnyWay(latest)).toEqual([])
    expect(await inAnyWay(latest.toReversed())).toEqual([])
    expect(await inAnyWay(cats)).toEqual([
      expect.stringContaining('items in order of "created_at" with sort='),
    ])
  })

  test('what some items lack may show these first or last, and not between others', async () => {
    const sorted = parameter('sort', { ...text, enum: ['price', '-price'] })
    const [bo, al, ci] = cats
    const free = { ...ci, price: null }
    const inOrder = (rising: readonly object[]) =>
      told([sorted], (query) => (query.get('sort') === '-price' ? rising.toReversed() : rising))
    expect(await inOrder([free, bo!, al!])).toEqual([])
    expect(await inOrder([bo!, al!, free])).toEqual([])
    expect(await inOrder([bo!, free, al!])).toEqual([
      'list-protocol list: items without "price" before or after all others with sort=price | null between 9 and 10',
    ])
  })

  test('what two items share, anew for each page, is told', async () => {
    const sorted = parameter('sort', { ...text, enum: ['price', '-price'] })
    const shuffled = (query: URLSearchParams) => {
      const isFirst = Number(query.get('offset') ?? 0) === 0
      if (query.get('sort') !== 'price') return ordered(query.get('sort'))
      const [one, other] = isFirst ? [3, 1] : [1, 3]
      const [first, second] = [cats.find(({ id }) => id === one), cats.find(({ id }) => id === other)]
      return isFirst ? [first!, second!, cats[1]!] : [second!, first!, first!]
    }
    expect(await told([sorted], shuffled)).toEqual([
      'list-protocol list: every item exactly once in the pages with sort=price | 1 more than once',
    ])
  })
})

test('what two items share, turned round on later pages, is told wherever these begin', async () => {
  const sorted = parameter('sort', { ...text, enum: ['price', '-price'] })
  const [bo, al, ci] = cats
  const turning = (query: URLSearchParams) => {
    if (query.get('sort') === '-price') return [al!, bo!, ci!]
    const isFirst = Number(query.get('offset') ?? 0) === 0
    return query.get('sort') !== 'price' ? cats : isFirst ? [bo!, ci!, al!] : [ci!, bo!, al!]
  }
  expect(await told([sorted], turning)).toEqual([
    'list-protocol list: every item exactly once in the pages with sort=price&limit=1 | 1 more than once',
  ])
})

describe('a bound by a time', () => {
  const bounds = [parameter('created_after', time), parameter('created_before', time)]
  const within = (isHonest: (name: string) => boolean) => (query: URLSearchParams) => {
    const [after, before] = ['created_after', 'created_before'].map((name) => query.get(name))
    return cats.filter(
      ({ created_at }) =>
        (!after || !isHonest('after') || Date.parse(created_at) > Date.parse(after)) &&
        (!before || !isHonest('before') || Date.parse(created_at) < Date.parse(before)),
    )
  }

  test('that is kept breaks nothing', async () => {
    expect(
      await told(
        bounds,
        within(() => true),
      ),
    ).toEqual([])
  })

  test('that shows what lies outside, or nothing at all, is told', async () => {
    expect(
      await told(
        bounds,
        within((name) => name !== 'before'),
      ),
    ).toEqual([
      expect.stringContaining('only items whose "created" is at or before 2023-12-30T00:00:00.000Z'),
    ])
    const otherwise = (query: URLSearchParams) =>
      within((name) => name !== 'before')(query).map(({ id, created_at }) => ({
        id,
        createdDateTime: created_at,
      }))
    expect(await told(bounds, otherwise)).toEqual([
      expect.stringContaining('only items whose "created" is at or before 2023-12-30T00:00:00.000Z'),
    ])
    const nothing = (query: URLSearchParams) => (query.has('created_after') ? [] : cats)
    expect(await told(bounds.slice(0, 1), nothing)).toEqual([
      'list-protocol list: every item that matches created_after=2023-12-30T00:00:00.000Z: 1, 2, 3 | no items',
    ])
  })
})

test('a least and a greatest number are part of the range', async () => {
  const bounds = [parameter('min_price', { type: 'number' }), parameter('max_price', { type: 'number' })]
  const within = (isInclusive: boolean) => (query: URLSearchParams) => {
    const [min, max] = ['min_price', 'max_price'].map((name) => query.get(name))
    return cats.filter(
      ({ price }) =>
        (!min || price > Number(min) || (isInclusive && price === Number(min))) &&
        (!max || price < Number(max) || (isInclusive && price === Number(max))),
    )
  }
  expect(await told(bounds, within(true))).toEqual([])
  expect(await told(bounds, within(false))).toEqual([
    'list-protocol list: every item that matches min_price=9: 1, 2, 3 | 2',
    'list-protocol list: every item that matches max_price=10: 1, 2, 3 | 1, 3',
  ])
})
