import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const kinds = ['oak', 'elm', 'fir']
const tree = {
  type: 'object',
  required: ['id', 'kind'],
  properties: { id: { type: 'integer' }, kind: { type: 'string', enum: kinds } },
}
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })

/** Trees in pages, which a cursor or an offset selects. */
const grove = (by: 'cursor' | 'offset') =>
  described({
    '/trees': {
      get: {
        operationId: 'listTrees',
        parameters: [
          parameter('limit', { type: 'integer', minimum: 1, maximum: 50 }),
          parameter(by, by === 'offset' ? { type: 'integer', minimum: 0 } : { type: 'string' }),
          parameter('kind', { type: 'string', enum: kinds }),
        ],
        responses: answers({
          type: 'object',
          required: ['trees'],
          properties: {
            trees: { type: 'array', items: tree },
            ...(by === 'cursor' && { next_cursor: { type: ['string', 'null'] } }),
            total: { type: 'integer' },
          },
        }),
      },
    },
  })

const TREES = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, kind: kinds[index % kinds.length] }))

async function told(by: 'cursor' | 'offset', forgets: boolean): Promise<string[]> {
  return outcomes(await grove(by), {
    rules: ['list-protocol'],
    answer: ({ url }) => {
      const { searchParams: query } = new URL(url)
      const start = Number(query.get(by) ?? 0)
      const isMeant = ({ kind }: (typeof TREES)[number]) =>
        (forgets && start > 0) || !query.has('kind') || kind === query.get('kind')
      const all = TREES.filter(isMeant)
      const end = start + Number(query.get('limit') ?? 20)
      return Response.json({
        trees: all.slice(start, end),
        ...(by === 'cursor' && { next_cursor: end < all.length ? String(end) : null }),
        total: all.length,
      })
    },
  })
}

test.each(['cursor', 'offset'] as const)(
  'a next page by %s that keeps the filter breaks nothing',
  async (by) => {
    expect(await told(by, false)).toEqual(['list-protocol listTrees: passed'])
  },
)

test.each(['cursor', 'offset'] as const)('a next page by %s that forgets the filter is told', async (by) => {
  expect(await told(by, true)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/a next page to which kind=\w+&limit=1 also applies \| a page with \d/),
    ]),
  )
})

test.each([
  ['the same page breaks nothing', (limit: string) => `&limit=${limit}`, []],
  [
    'another page is told',
    () => '',
    [
      expect.stringMatching(
        /a next-page link that returns .* cursor or offset: 5, 6, 7, 8 \| 5, 6, 7, 8, 9$/,
      ),
    ],
  ],
])('a link beside a cursor that leads to %s', async (_, limited, expected) => {
  const lines = await outcomes(await grove('cursor'), {
    rules: ['list-protocol'],
    answer: ({ url }) => {
      const { searchParams: query } = new URL(url)
      const start = Number(query.get('cursor') ?? 0)
      const limit = query.get('limit') ?? '20'
      const end = start + Number(limit)
      const all = TREES.filter(({ kind }) => !query.has('kind') || kind === query.get('kind'))
      const kind = query.has('kind') ? `&kind=${query.get('kind')}` : ''
      const isMore = end < all.length
      return Response.json({
        trees: all.slice(start, end),
        next_cursor: isMore ? String(end) : null,
        next: isMore ? `/trees?cursor=${end}${kind}${limited(limit)}` : null,
        total: all.length,
      })
    },
  })
  expect(lines.filter((line) => !line.endsWith(': passed'))).toEqual(expected)
})

test('a cursor in Base64 that begins with a slash is no link', async () => {
  const asked: string[] = []
  const lines = await outcomes(await grove('cursor'), {
    rules: ['list-protocol'],
    answer: ({ url }) => {
      const { pathname, searchParams: query } = new URL(url)
      asked.push(pathname)
      const cursor = query.get('cursor')
      const start = cursor === null ? 0 : Number(atob(cursor.slice(1)))
      const all = TREES.filter(({ kind }) => !query.has('kind') || kind === query.get('kind'))
      const end = start + Number(query.get('limit') ?? 20)
      const next = end < all.length ? `/${btoa(String(end))}` : null
      return Response.json({ trees: all.slice(start, end), next_cursor: next, total: all.length })
    },
  })
  expect(lines).toEqual(['list-protocol listTrees: passed'])
  expect(new Set(asked)).toEqual(new Set(['/trees']))
})
