import type { FactWords } from './said.ts'

/** Words of findings about valid values, and about what requests one after the other do to one thing. */
export const stateWords = {
  'valid value crashes': ({ in: location, member, sent, others, status }) => {
    const beside = others === 0 ? '' : `, with ${others} other valid values`
    const place = PLACES[location]
    return {
      expected: `no server error for the ${place} "${member}" as ${sent}${beside}, which the schema allows`,
      received: { status },
      wrong: `${status} for a valid value of the ${place} "${member}"`,
    }
  },
  'write-only shown': ({ member, received }) => ({
    expected: `no "${member}", which only requests have (writeOnly)`,
    received,
    wrong: `shows the write-only "${member}"`,
  }),
  'replaced as new': () => ({
    expected: { status: '200 or 204 for the replacement of what is there' },
    received: { status: 201 },
    wrong: '201 for what was there before',
  }),
  'points elsewhere': ({ member, received }) => ({
    expected: `a refusal that points at "${member}", the member that is wrong`,
    received: `one that points at ${received.map((name) => `"${name}"`).join(', ')}`,
    wrong: `points at another member than the wrong one, "${member}"`,
  }),
} satisfies Partial<FactWords>

const PLACES = {
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  body: 'member',
} as const
