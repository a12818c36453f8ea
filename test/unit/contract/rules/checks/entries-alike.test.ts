import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const entry = {
  type: 'object',
  required: ['at', 'level'],
  properties: { at: { type: 'string' }, level: { type: 'number' } },
}
const number = (name: string, minimum: number) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum, maximum: 50 },
})

/** Levels of a river, without identifiers, page by page. */
const river = described({
  '/levels': {
    get: {
      operationId: 'listLevels',
      parameters: [number('page', 1), number('size', 1)],
      responses: answers({
        type: 'object',
        required: ['items', 'total'],
        properties: { items: { type: 'array', items: entry }, total: { type: 'integer' } },
      }),
    },
  },
})

async function told(levels: readonly number[], overlap = 0): Promise<string[]> {
  const all = levels.map((level) => ({ at: `day ${level}`, level }))
  return outcomes(await river, {
    rules: ['list-protocol/pages'],
    answer: ({ url }) => {
      const { searchParams: query } = new URL(url)
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 20)]
      const start = (page - 1) * size - (page > 1 ? overlap : 0)
      return Response.json({ items: all.slice(start, page * size), total: all.length })
    },
  })
}

test('different items without an id can be alike', async () => {
  expect(await told([1, 1, 2, 2, 3])).toEqual(['list-protocol listLevels: passed'])
})

test('a page that begins with the last item of the page before repeats it', async () => {
  expect(await told([1, 2, 3, 4, 5], 1)).toEqual([expect.stringMatching(/exactly once.*more than once/)])
})
