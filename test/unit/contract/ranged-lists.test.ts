import { describe, expect, test } from 'vitest'
import { answers, described } from './described.ts'
import { outcomes } from './small-service.ts'

const people = {
  type: 'array',
  items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
}
const all = [1, 2, 3, 4, 5].map((id) => ({ id }))

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

  /** @param skip items that are left out between two ranges. */
  const outcomesOf = async (skip: number, total: number, isHeard = true) => {
    const asked: (string | null)[] = []
    const results = await outcomes(await ranged, {
      rules: ['list-protocol', 'conformance'],
      answer(request) {
        const range = request.headers.get('range')
        asked.push(range)
        const [, from, to] = /^items=(\d+)-(\d+)$/.exec(range ?? '') ?? []
        if (from === undefined || !isHeard) return Response.json(all)
        const start = Number(from) + (from === '0' ? 0 : skip)
        const items = all.slice(start, Number(to) + 1)
        const headers = {
          'content-range': `items ${from}-${Number(from) + items.length - 1 + skip}/${total}`,
        }
        return Response.json(items, { status: 206, headers })
      },
    })
    return { asked, results }
  }

  test('are walked one after the other, as far as the answers say that there are more', async () => {
    const { asked, results } = await outcomesOf(0, 5)
    expect(results).toEqual(['conformance list: passed', 'list-protocol list: passed'])
    expect(asked).toEqual(expect.arrayContaining([null, 'items=0-1', 'items=2-3', 'items=4-5']))
  })

  test('end too early, or leave out items', async () => {
    const early = await outcomesOf(0, 4)
    expect(early.results.join()).toContain('every item once in the pages | pages without 5')
    const gaps = await outcomesOf(1, 5)
    expect(gaps.results.join()).toContain('every item once in the pages | pages without 3')
  })

  test('may be ignored by a server, which answers the whole list', async () => {
    const { results } = await outcomesOf(0, 5, false)
    expect(results).toEqual(['conformance list: passed', 'list-protocol list: passed'])
  })
})
