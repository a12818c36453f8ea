import type { StateFacts } from './facts/state-facts.ts'
import { type FactWords, shortForTitle } from './said.ts'

/** Wording of findings about valid values, and about the effects of several requests on one item. */
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
    expected: { status: '200 or 204 for replacing an existing item' },
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
    wrong: `counts ${shortForTitle(received)} in "${member}" instead of ${wanted}`,
  }),
  'job not found': ({ location, status }) => ({
    expected: `the accepted job at its Location ${location}`,
    received: { status },
    wrong: `accepts a job, but answers ${status} at its Location`,
  }),
  'progress falls': ({ member, before, received }) => ({
    expected: `"${member}" not to fall below ${before} while the job runs`,
    received,
    wrong: `lets "${member}" fall from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'set time lost': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before} once it is set`,
    received,
    wrong: `changes "${member}" after it is set, from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'result not found': ({ member, location, status }) => ({
    expected: `the result of the finished job at "${member}", ${location}`,
    received: { status },
    wrong: `finishes a job whose "${member}" leads nowhere: status ${status}`,
  }),
  'not restored': ({ by, operation, status }) => ({
    expected: `the item that ${operation} restored, from ${by}`,
    received: status === undefined ? 'a list without the item' : { status },
    wrong: `succeeds, but ${by} does not show the restored item`,
  }),
  'restored otherwise': ({ member, operation, before, received }) => ({
    expected: `"${member}" to be ${before}, as before, after ${operation}`,
    received,
    wrong: `restores "${member}" as ${shortForTitle(received)} instead of ${shortForTitle(before)}`,
  }),
  'still in the trash': ({ by, operation }) => ({
    expected: `a list without the item from ${by} after ${operation}`,
    received: 'a list that still shows it',
    wrong: `succeeds, but ${by} still lists the item`,
  }),
  'current version refused': ({ member, value }) => ({
    expected: `success for a change with the current "${member}", ${value}`,
    wrong: `does not recognise the current "${member}" of its item`,
  }),
  'old version taken': ({ member, value }) => ({
    expected: { status: `409 or 412 for a change with the old "${member}", ${value}` },
    wrong: `accepts a change with an old "${member}"`,
  }),
  'version falls': ({ member, before, received }) => ({
    expected: `"${member}" to be greater than ${before} after a change`,
    received,
    wrong: `does not increase "${member}" with a change: from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'set differs': ({ operation, by, ids, received }) => ({
    expected: `${ids.join(', ')} in ${by} after ${operation}`,
    received,
    wrong: `leaves ${by} with other items than it should: ${shortForTitle(received)}`,
  }),
  'sent back, changed': ({ member, sent, received }) => ({
    expected: `"${member}" as it was read and sent back: ${sent}`,
    received,
    wrong: `changes "${member}" although the request sends back the value that was read`,
  }),
  'time kept': ({ member, members, received }) => ({
    expected: `a new "${member}" after a change to ${quoted(members)}, as after other changes`,
    received,
    wrong: `leaves "${member}" as it was after a change`,
  }),
  'relation broken': ({ member, relation, held, wanted, received }) => ({
    expected: `"${member}" to be ${relation}, which is ${wanted}, as in ${held} other items with different numbers`,
    received,
    wrong: `shows "${member}" as ${shortForTitle(received)}, where ${relation} is ${shortForTitle(wanted)}`,
  }),
  'computed otherwise': ({ member, members, wanted, received }) => ({
    expected: `"${member}" to be ${wanted} after a change to ${quoted(members)}, as when the same values are sent at once`,
    received,
    wrong: `leaves "${member}" as ${shortForTitle(received)} after a change to ${quoted(members)}`,
  }),
  'referring counted wrong': ({ member, operation, by, creator, wanted, received }) => ({
    expected: `"${member}" to be ${wanted} after ${operation}, as it goes up with each item of ${creator} that names it in "${by}"`,
    received,
    wrong: `leaves "${member}" at ${shortForTitle(received)} instead of ${wanted}`,
  }),
  'referring half gone': ({ operation, by, list, isListed }) => ({
    expected: `an item that named what ${operation} removed both from ${by} and in ${list}, or from neither`,
    received: isListed ? `an item only in ${list}` : `an item only from ${by}`,
    wrong: `leaves an item that ${isListed ? `${list} shows and ${by} does not` : `${by} shows and ${list} does not`}`,
  }),
  'below itself': ({ member, steps }) => ({
    expected: `a refusal of a "${member}" that ${steps === 0 ? 'is the item itself' : `stands ${steps} steps below the item`}`,
    wrong: `puts an item below ${steps === 0 ? 'itself' : 'its own descendant'}`,
  }),
  'taken twice': ({ member, value, how }) => ({
    expected: `a refusal of "${member}" as ${value} ${HOW[how]}, since another item has it`,
    wrong: `lets two items have the same "${member}" ${HOW[how]}`,
  }),
  'key keeps refusal': ({ header, status }) => ({
    expected: `a response other than the refusal before, ${status}, to the same "${header}" with the missing values`,
    wrong: `repeats a refusal under its "${header}" although the request was mended`,
  }),
  'credential outlives': ({ operation, by }) => ({
    expected: { status: `401 or 403 from ${by} after ${operation} for the credential that is gone` },
    wrong: `lets a credential in that ${operation} has ended`,
  }),
  'link forgets query': ({ query, received }) => ({
    expected: `a next page of the same request, ${query}`,
    received,
    wrong: 'links to a next page of another request',
  }),
  'text matters': ({ members, plain }) => ({
    expected: { status: `${plain}, as for an item with other texts in ${quoted(members)}` },
    wrong: (came) => `fails with ${came} because of what ${quoted(members)} of the item says`,
  }),
} satisfies Pick<FactWords, keyof StateFacts>

const PLACES = {
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  body: 'member',
} as const

const HOW = {
  case: 'in another case',
  change: 'in a change',
  together: 'in two requests at the same time',
} as const

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
