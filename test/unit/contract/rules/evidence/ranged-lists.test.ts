import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const people = {
  type: 'array',
  items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
}

function documentWith(range: object) {
  const content = { 'application/json': { schema: people } }
  const headers = { 'Content-Range': { required: true, schema: { type: 'string' } } }
  const responses = { ...answers(people), 206: { description: 'A range.', headers, content } }
  const parameters = [{ name: 'range', in: 'header', schema: { type: 'string', ...range } }]
  return described({ '/people': { get: { operationId: 'list', parameters, responses } } })
}

const ranged = documentWith({ pattern: '^items=\\d+-\\d*$' })

describe('pages that are ranges of items', () => {
  test.each([
    [{ pattern: '^items=\\d+-\\d*$' }, 'items'],
    [{ example: 'rows=0-9' }, 'rows'],
    [{ description: 'Such as `people=0-9`.' }, 'people'],
  ])('are proven by %j', async (range, unit) => {
    const { operations } = await documentWith(range)
    expect(operations[0]?.list?.pages).toEqual({
      next: { from: 'range', unit },
      sent: { in: 'header', path: ['range'] },
    })
  })

  test.each([{ example: 'bytes=0-499' }, {}])('are not proven by %j', async (range) => {
    const { operations } = await documentWith(range)
    expect(operations[0]?.list?.pages).toBeUndefined()
  })

  interface Habits {
    /** The number of people. */
    readonly count?: number
    /** The total in `Content-Range`, if it differs from the count. */
    readonly total?: number | string
    /** The number of items by which every range except the first is shifted. */
    readonly moved?: number
    /** The number of items that a range claims beyond those it contains. */
    readonly claimed?: number
    /** Returns all items, whatever range is requested. */
    readonly isDeaf?: boolean
  }

  async function outcomesOf({ count = 5, total = count, moved = 0, claimed = 0, isDeaf = false }: Habits) {
    const people = Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
    const asked: (string | null)[] = []
    const results = await outcomes(await ranged, {
      rules: ['list-protocol'],
      answer(request) {
        const range = request.headers.get('range')
        asked.push(range)
        const [, from, to] = /^items=(\d+)-(\d+)$/.exec(range ?? '') ?? []
        if (from === undefined || isDeaf) return Response.json(people)
        const start = Number(from) + (from === '0' ? 0 : moved)
        const items = people.slice(start, start + Number(to) - Number(from) + 1)
        if (items.length === 0)
          return Response.json({}, { status: 416, headers: { 'content-range': `items */${count}` } })
        const end = start + items.length - 1 + claimed
        return Response.json(items, {
          status: 206,
          headers: { 'content-range': `items ${start}-${end}/${total}` },
        })
      },
    })
    return { asked, results }
  }

  const passed = ['list-protocol list: passed']

  test('are walked one after the other, as far as the answers say that there are more', async () => {
    const { asked, results } = await outcomesOf({})
    expect(results).toEqual(passed)
    expect(asked).toEqual(expect.arrayContaining([null, 'items=0-1', 'items=2-3', 'items=4-5']))
  })

  test.each<Habits>([{ total: '*' }, { count: 4, total: '*' }, { isDeaf: true }])(
    'may be answered as %j',
    async (habits) => {
      expect((await outcomesOf(habits)).results).toEqual(passed)
    },
  )

  test.each<[Habits, string]>([
    [{ total: 4 }, 'every item exactly once in the pages | pages without 5'],
    [{ moved: 1 }, 'every item exactly once in the pages | pages without 3'],
    [{ claimed: 1 }, 'a response that has 2 items, but "Content-Range: items 0-2/5"'],
  ])('may not be answered as %j', async (habits, finding) => {
    expect((await outcomesOf(habits)).results.join()).toContain(finding)
  })
})
