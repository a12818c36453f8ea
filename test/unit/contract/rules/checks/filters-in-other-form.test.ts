import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const loan = { type: 'object', properties: { id: text, reader: text, shelf: text, lent_at: text } }
const library = described({
  '/loans': {
    get: {
      operationId: 'listLoans',
      parameters: ['reader', 'shelf', 'lent_at'].map((name) => ({ name, in: 'query', schema: text })),
      responses: answers({ type: 'array', items: loan }),
    },
  },
})

interface Habit {
  /** The items show the address of a reader, although the filter takes the reader's name. */
  readonly isLinked?: true
  /** Items of a filtered list lack the value that the request states. */
  readonly isLeftOut?: true
  readonly isIgnored?: true
}

const told = async ({ isLinked, isLeftOut, isIgnored }: Habit): Promise<string[]> => {
  const loans = [
    { id: 'l1', reader: 'ada', shelf: 'north' },
    { id: 'l2', reader: 'bob', shelf: 'south' },
    { id: 'l3', reader: 'ada', shelf: 'south' },
  ]
  return outcomes(await library, {
    rules: ['list-protocol/filter'],
    answer: ({ url }) => {
      const { origin, searchParams } = new URL(url)
      const asked = { reader: searchParams.get('reader'), shelf: searchParams.get('shelf') }
      const { reader, shelf } = asked
      // The times are stored with more digits than they are shown with.
      if (searchParams.has('lent_at')) return Response.json([])
      const isMeant = (one: (typeof loans)[number]): boolean =>
        (reader === null || one.reader === reader) && (isIgnored || shelf === null || one.shelf === shelf)
      return Response.json(
        loans.filter(isMeant).map((one) => ({
          id: one.id,
          lent_at: `2026-11-2${one.id.slice(1)}T08:30:00.125Z`,
          reader: isLinked ? `${origin}/readers/${one.reader}` : one.reader,
          ...((shelf === null || !isLeftOut) && { shelf: one.shelf }),
        })),
      )
    },
  })
}

test.each<Habit>([{}, { isLinked: true }, { isLeftOut: true }])(
  'a list with the habit %o is right',
  async (habit) => {
    expect(await told(habit)).toEqual(['list-protocol listLoans: passed'])
  },
)

test('an ignored filter is told beside such habits', async () => {
  const wrong = expect.stringMatching(/^list-protocol listLoans: only items that match shelf=/)
  expect(await told({ isIgnored: true, isLinked: true })).toEqual([wrong])
})
