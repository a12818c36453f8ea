import { type FactWords, short } from './said.ts'

/** Words of findings about valid values, and about what requests one after the other do to one thing. */
export const stateWords = {
  'valid value crashes': ({ in: location, member, sent, others, status }) => {
    const beside = others === 0 ? '' : `, with ${others} other valid values`
    const place = PLACES[location]
    return {
      expected: `no server error for the ${place} "${member}" as ${sent}${beside}, which the schema allows`,
      received: { status },
      wrong: `crashes with ${status} for a valid value of the ${place} "${member}"`,
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
    wrong: 'answers 201 for an item that it replaced',
  }),
  'points elsewhere': ({ member, received }) => ({
    expected: `a refusal that points at "${member}", the member that is wrong`,
    received: `one that points at ${received.map((name) => `"${name}"`).join(', ')}`,
    wrong: `points at another member than the wrong one, "${member}"`,
  }),
  'count differs': ({ member, operation, by, before, wanted, received }) => ({
    expected: `"${member}" to go from ${before} to ${wanted} with ${operation}, as the list of ${by} does`,
    received,
    wrong: `counts ${short(received)} in "${member}" instead of ${wanted}`,
  }),
  'job not found': ({ location, status }) => ({
    expected: `the work that was accepted, at its Location ${location}`,
    received: { status },
    wrong: `accepts a job, but answers ${status} at its Location`,
  }),
  'progress falls': ({ member, before, received }) => ({
    expected: `"${member}" not to fall below ${before} while the work goes on`,
    received,
    wrong: `lets "${member}" fall from ${short(before)} to ${short(received)}`,
  }),
  'set time lost': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before} once it is set`,
    received,
    wrong: `changes "${member}" after it is set, from ${short(before)} to ${short(received)}`,
  }),
  'result not found': ({ member, location, status }) => ({
    expected: `what "${member}" of the finished work leads to, ${location}`,
    received: { status },
    wrong: `finishes a job whose "${member}" leads nowhere: status ${status}`,
  }),
  'not restored': ({ by, operation, status }) => ({
    expected: `what ${operation} restored, from ${by}`,
    received: status === undefined ? 'a list without it' : { status },
    wrong: `succeeds, but ${by} does not show the restored item`,
  }),
  'restored otherwise': ({ member, operation, before, received }) => ({
    expected: `"${member}" to be ${before}, as before, after ${operation}`,
    received,
    wrong: `restores "${member}" as ${short(received)} instead of ${short(before)}`,
  }),
  'still in the trash': ({ by, operation }) => ({
    expected: `a list without it from ${by} after ${operation}`,
    received: 'a list that still shows it',
    wrong: `succeeds, but ${by} still lists the item`,
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
    wrong: `does not raise "${member}" with a change: from ${short(before)} to ${short(received)}`,
  }),
  'set differs': ({ operation, by, ids, received }) => ({
    expected: `${ids.join(', ')} in ${by} after ${operation}`,
    received,
    wrong: `leaves ${by} with other items than it should: ${short(received)}`,
  }),
  'sent back, changed': ({ member, sent, received }) => ({
    expected: `"${member}" as it was read and sent back: ${sent}`,
    received,
    wrong: `changes "${member}" although it is sent back as it was read`,
  }),
  'time kept': ({ member, members, received }) => ({
    expected: `another "${member}" after a change of ${members.map((name) => `"${name}"`).join(', ')}, as after others`,
    received,
    wrong: `leaves "${member}" as it was after a change`,
  }),
} satisfies Partial<FactWords>

const PLACES = {
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  body: 'member',
} as const
