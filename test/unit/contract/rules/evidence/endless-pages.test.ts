import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })
const page = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    next_cursor: { type: ['string', 'null'] },
  },
}
const document = await described({
  '/cats': {
    get: {
      operationId: 'list',
      parameters: [
        parameter('limit', { type: 'integer', minimum: 1, maximum: 50 }),
        parameter('cursor', { type: 'string' }),
      ],
      responses: answers(page),
    },
  },
})

/** Lists five cats, with a cursor after the last one if `isEndless`. */
const told = (isEndless: boolean) =>
  outcomes(document, {
    rules: ['list-protocol'],
    answer(request) {
      const { searchParams } = new URL(request.url)
      const first = Number(searchParams.get('cursor') ?? 0)
      const end = first + Number(searchParams.get('limit') ?? 50)
      const items = [1, 2, 3, 4, 5].slice(first, end).map((id) => ({ id }))
      return Response.json({ items, next_cursor: isEndless || end < 5 ? String(end) : null })
    },
  })

test('a cursor that leads on for ever is told', async () => {
  expect(await told(false)).toEqual(['list-protocol list: passed'])
  expect(await told(true)).toEqual([
    expect.stringMatching(
      /^list-protocol list: no next page after the last one \| \d+ consecutive pages without items; the first leads to \d+/,
    ),
  ])
})
