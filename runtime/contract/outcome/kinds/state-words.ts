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
  'count differs': ({ member, operation, by, before, wanted, received }) => ({
    expected: `"${member}" to go from ${before} to ${wanted} with ${operation}, as the list of ${by} does`,
    received,
  }),
  'job not found': ({ location, status }) => ({
    expected: `the work that was accepted, at its Location ${location}`,
    received: { status },
    wrong: 'accepts work that is not found at its Location',
  }),
  'progress falls': ({ member, before, received }) => ({
    expected: `"${member}" not to fall below ${before} while the work goes on`,
    received,
  }),
  'set time lost': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before} once it is set`,
    received,
  }),
  'result not found': ({ member, location, status }) => ({
    expected: `what "${member}" of the finished work leads to, ${location}`,
    received: { status },
    wrong: `"${member}" of the finished work leads nowhere`,
  }),
  'not restored': ({ by, operation, status }) => ({
    expected: `what ${operation} restored, from ${by}`,
    received: status === undefined ? 'a list without it' : { status },
    wrong: `does not bring back what ${by} shows`,
  }),
  'restored otherwise': ({ member, operation, before, received }) => ({
    expected: `"${member}" to be ${before}, as before, after ${operation}`,
    received,
  }),
  'still in the trash': ({ by, operation }) => ({
    expected: `a list without it from ${by} after ${operation}`,
    received: 'a list that still shows it',
  }),
  'current version refused': ({ member, value }) => ({
    expected: `a change that names the current "${member}", ${value}, to be done`,
    wrong: `does not recognise the current "${member}" of its item`,
  }),
  'old version taken': ({ member, value }) => ({
    expected: { status: `409 or 412 for a change that names the "${member}" of before, ${value}` },
    wrong: `takes a change that names an old "${member}"`,
  }),
  'version falls': ({ member, before, received }) => ({
    expected: `"${member}" to be greater than ${before} after a change`,
    received,
  }),
  'set differs': ({ operation, by, ids, received }) => ({
    expected: `${ids.join(', ')} in ${by} after ${operation}`,
    received,
  }),
  'sent back, changed': ({ member, sent, received }) => ({
    expected: `"${member}" as it was read and sent back: ${sent}`,
    received,
    wrong: `changes "${member}", which is sent back as it was read`,
  }),
  'time kept': ({ member, members, received }) => ({
    expected: `another "${member}" after a change of ${members.map((name) => `"${name}"`).join(', ')}, as after others`,
    received,
  }),
} satisfies Partial<FactWords>

const PLACES = {
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  body: 'member',
} as const
