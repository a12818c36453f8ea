import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const poem = { type: 'object', required: ['id', 'mood'], properties: { id: { type: 'integer' }, mood: text } }
const poems = [
  { id: 1, mood: 'sad' },
  { id: 2, mood: 'glad' },
  { id: 3, mood: 'sad' },
]
const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })

/**
 * Returns what is found in a list with a header for its count, which is `countOf` all items and those shown.
 */
async function told(header: string, countOf: (all: number, found: number) => number): Promise<string[]> {
  const document = await described({
    '/poems': {
      get: {
        operationId: 'list',
        parameters: [
          parameter('limit', { type: 'integer', minimum: 1 }),
          parameter('offset', { type: 'integer', minimum: 0, default: 0 }),
          parameter('mood', text),
        ],
        responses: answers(
          { type: 'array', items: poem },
          { headers: { [header]: { schema: { type: 'integer' } } } },
        ),
      },
    },
  })
  return outcomes(document, {
    rules: ['list-protocol/count'],
    answer: ({ url }) => {
      const query = new URL(url).searchParams
      const found = poems.filter(({ mood }) => !query.has('mood') || mood === query.get('mood'))
      const first = Number(query.get('offset') ?? 0)
      const page = found.slice(first, first + Number(query.get('limit') ?? 10))
      return Response.json(page, { headers: { [header]: String(countOf(poems.length, found.length)) } })
    },
  })
}

test.each(['X-Total-Count', 'X-Total', 'Total-Count'])(
  'a right count in %s breaks nothing',
  async (header) => {
    expect(await told(header, (_, found) => found)).toEqual(['list-protocol list: passed'])
  },
)

test('a header that counts something else is not judged', async () => {
  expect(await told('X-Total-Pages', () => 7)).toEqual([expect.stringContaining('not run')])
})

test('a count that ignores filters, or counts too many, is told', async () => {
  expect(await told('X-Total-Count', (all) => all)).toEqual([
    'list-protocol list: a count of 1, the number of items that match the filter | 3',
  ])
  expect(await told('X-Total-Count', (_, found) => found + 1)).toContain(
    'list-protocol list: a count of 3, the total number of items | 4',
  )
})
