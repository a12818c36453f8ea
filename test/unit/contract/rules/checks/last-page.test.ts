import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const ferry = {
  type: 'object',
  required: ['id', 'port'],
  properties: { id: { type: 'integer' }, port: { type: 'string' } },
}
const number = (name: string, minimum: number) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum, maximum: 50 },
})
const link = { type: ['string', 'null'] }

/** Ferries, with links to the pages beside each one and the number of pages. */
const harbour = described({
  '/ferries': {
    get: {
      operationId: 'listFerries',
      parameters: [
        number('offset', 0),
        number('limit', 1),
        { name: 'port', in: 'query', schema: { type: 'string' } },
      ],
      responses: answers({
        type: 'object',
        required: ['ferries', 'links'],
        properties: {
          ferries: { type: 'array', items: ferry },
          total: { type: 'integer' },
          total_pages: { type: 'integer' },
          links: { type: 'object', properties: { next: link, last: link } },
        },
      }),
    },
  },
})

const FERRIES = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  port: index < 3 ? 'Brest' : 'Bari',
}))

interface Page {
  readonly offset: number
  readonly limit: number
  readonly count: number
  readonly isFiltered: boolean
}

/** The offset of the last page whose pages begin at the same distance from each other. */
const right = ({ offset, limit, count }: Page): number =>
  count === 0 ? 0 : offset % limit < count ? count - 1 - ((count - 1 - (offset % limit)) % limit) : 0

async function told(
  last: (page: Page) => number,
  pages = ({ count, limit }: Page) => Math.ceil(count / limit),
  total = ({ count }: Page) => count,
): Promise<string[]> {
  const lines = await outcomes(await harbour, {
    rules: ['list-protocol'],
    answer: ({ url }) => {
      const { searchParams: query } = new URL(url)
      const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 20)]
      const port = query.get('port')
      const all = FERRIES.filter((one) => port === null || one.port === port)
      const page = { offset, limit, count: all.length, isFiltered: port !== null }
      const to = (other: number) =>
        `/ferries?${new URLSearchParams({ ...(port !== null && { port }), offset: `${other}`, limit: `${limit}` })}`
      return Response.json({
        ferries: all.slice(offset, offset + limit),
        total: total(page),
        ...(offset === 0 && { total_pages: pages(page) }),
        links: { next: offset + limit < all.length ? to(offset + limit) : null, last: to(last(page)) },
      })
    },
  })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('a link to the page with the last item breaks nothing', async () => {
  expect(await told(right)).toEqual([])
  expect(await told(({ count, limit }) => Math.max(0, count - limit))).toEqual([])
})

test.each([
  ['the next page', ({ offset, limit }: Page) => offset + limit, 'a last page'],
  [
    'a page past the end, from an odd offset',
    (page: Page) => (page.offset === 0 ? right(page) : page.count),
    'a last page of the list with offset=1&limit=2 that ends with 7',
  ],
  [
    'the last page of the list without the filter',
    (page: Page) => (page.isFiltered ? right({ ...page, count: FERRIES.length }) : right(page)),
    'a last page of the list with port=',
  ],
])('a link to the last page that leads to %s is reported', async (_, last, expected) => {
  const lines = await told(last)
  expect(lines).not.toEqual([])
  for (const line of lines) expect(line).toContain(`list-protocol listFerries: ${expected}`)
})

test('a number of pages that leaves out the last one is reported', async () => {
  expect(await told(right, ({ count, limit }) => Math.floor(count / limit))).toEqual([
    expect.stringMatching(
      /^list-protocol listFerries: \d in "total_pages", the number of pages with items \| \d$/,
    ),
  ])
})

test('a count that is 0 on a page past the end is reported', async () => {
  const total = ({ offset, count }: Page): number => (offset < count ? count : 0)
  expect(await told(right, undefined, total)).toEqual([
    'list-protocol listFerries: a count of 7, the total number of items | 0 with limit=2&offset=8',
  ])
})
