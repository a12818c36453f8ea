import { counted } from '../../../lexicon/lexicon.ts'
import type { StateFacts } from './facts/state-facts.ts'
import { type FactWords, quotedNames, shortFactText } from './said.ts'

/** Wording of findings about valid values, and about the effects of several requests on one item. */
export const stateWords = {
  'valid value crashes': ({ in: location, member, sent, others, status }) => {
    const beside = others === 0 ? '' : `, with ${counted(others, 'other valid value')}`
    const place = `the ${PLACES[location]} "${member}"`
    return {
      expected: `no server error ${sent === undefined ? `without ${place}` : `for ${place} set to ${sent}`}${beside}, which the schema allows`,
      received: { status },
      wrong: `crashes with ${status} ${sent === undefined ? 'without' : 'for a valid value of'} ${place}`,
    }
  },
  'text for nothing': ({ member, received }) => ({
    expected: `no string in place of a missing "${member}"`,
    received,
    wrong: `returns a string in place of a missing "${member}"`,
  }),
  'state without time': ({ member, state, is }) => ({
    expected: `a time in "${member}" while "${state}" is ${is}`,
    received: 'null',
    wrong: `leaves "${member}" null although "${state}" is ${is}`,
  }),
  'undocumented secret': ({ member }) => ({
    expected: 'no undocumented secret',
    received: `"${member}"`,
    wrong: `shows the undocumented secret "${member}"`,
  }),
  'write-only shown': ({ member, received }) => ({
    expected: `no "${member}", which belongs only in requests (writeOnly)`,
    received,
    wrong: `shows the write-only "${member}"`,
  }),
  'replaced as new': () => ({
    expected: { status: '200 or 204 for replacing an existing item' },
    received: { status: 201 },
    wrong: 'returns 201 for an item that it replaced',
  }),
  'points elsewhere': ({ member, received }) => ({
    expected: `a rejection that points to "${member}", the invalid property`,
    received: `a rejection that points to ${quotedNames(received)}`,
    wrong: `points to ${quotedNames(received)} instead of the invalid "${member}"`,
  }),
  'count differs': ({ member, operation, by, before, wanted, received, summed }) => ({
    expected:
      wanted === before
        ? `"${member}" to stay ${wanted} with ${operation}, because ${by} lists the same items`
        : `"${member}" to change from ${before} to ${wanted} with ${operation}, because ${summed === undefined ? `${by} lists one ${wanted > before ? 'more' : 'fewer'} item` : `it was the sum of "${summed}" in ${by}`}`,
    received,
    wrong: `reports ${shortFactText(received)} in "${member}" instead of ${wanted}`,
  }),
  'not undone': ({ member, operation, change, before, received }) => ({
    expected: `"${member}" to be ${before} again after ${change}, as before ${operation}`,
    received,
    wrong: `leaves "${member}" as ${operation} set it`,
  }),
  'not given back': ({ by, operation, part, before, received }) => ({
    expected: `${by} to show ${part} as before ${operation}: ${before}`,
    received: String(received),
    wrong: `does not give back what ${operation} used up: ${shortFactText(part)}`,
  }),
  'sum keeps': ({ by, part, before, received }) => ({
    expected: `${part} in ${by} without the removed item: ${before}`,
    received,
    wrong: `leaves a removed item in ${part} of ${by}`,
  }),
  'lists from elsewhere': ({ own, theirs, id }) => ({
    expected: `a list below ${own} without ${id}, which was created below ${theirs}`,
    received: 'a list that contains it',
    wrong: `lists ${id} below ${own}, although it was created below ${theirs}`,
  }),
  'assigned twice': ({ member, value, ids }) => ({
    expected: `only one item whose "${member}" is ${value}`,
    received: `the same value in ${ids.join(' and ')}`,
    wrong: `gives several items the same "${member}"`,
  }),
  'done twice': ({ operation }) => ({
    expected: `a rejection of one of two simultaneous requests, because ${operation} rejects a repeated request`,
    received: 'success for both simultaneous requests',
    wrong: 'accepts two simultaneous requests, although it rejects a repeated one',
  }),
  'outlives parent': ({ by, operation }) => ({
    expected: { status: `404 from ${by} for an item whose parent ${operation} removed` },
    wrong: `keeps an item that was created below the removed one: ${by} still shows it`,
  }),
  'changed with parent': ({ by, operation, received }) => ({
    expected: `${by} to return an item as before ${operation}, which changed the item's parent`,
    received,
    wrong: `also changes an item below the changed one: ${shortFactText(received)}`,
  }),
  'part gone': ({ by, operation }) => ({
    expected: `${by} to succeed as before ${operation}, which changed the item`,
    wrong: `hides a part of the changed item: ${by} no longer returns it`,
  }),
  'parent gone': ({ by, operation }) => ({
    expected: `${by} to return the parent as before ${operation}`,
    wrong: `removes the parent: ${by} no longer shows it`,
  }),
  'gone with another parent': ({ by, operation }) => ({
    expected: `${by} to return an item as before, because ${operation} removed a parent other than its own`,
    wrong: `removes items below other parents: ${by} no longer shows one`,
  }),
  'job not found': ({ location, status }) => ({
    expected: `the accepted job at ${location}`,
    received: { status },
    wrong: `accepts a job, but returns ${status} at the job's URL`,
  }),
  'progress falls': ({ member, before, received }) => ({
    expected: `"${member}" not to fall below ${before} while the job runs`,
    received,
    wrong: `lets "${member}" fall from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'set time lost': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before} once it is set`,
    received,
    wrong: `changes "${member}" after it is set, from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'result not found': ({ member, location, status }) => ({
    expected: `the result of the finished job at "${member}", ${location}`,
    received: { status },
    wrong: `finishes a job, but returns ${status} at the URL in "${member}"`,
  }),
  'not restored': ({ by, operation, status }) => ({
    expected: `${by} to return the item that ${operation} restored`,
    received: status === undefined ? 'a list without the item' : { status },
    wrong: `deletes an item that ${operation} fails to restore: ${by} does not show it`,
  }),
  'restored otherwise': ({ member, operation, before, received }) => ({
    expected: `"${member}" to be ${before} again after ${operation}`,
    received,
    wrong: `deletes an item that ${operation} restores with "${member}" changed from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'still in the trash': ({ by, operation }) => ({
    expected: `${by} to omit the item after ${operation}`,
    received: 'a list that still contains the item',
    wrong: `deletes an item that ${by} still lists after ${operation}`,
  }),
  'current version refused': ({ member, value }) => ({
    expected: `success for a change with the current "${member}", ${value}`,
    wrong: `rejects a change with the current "${member}"`,
  }),
  'old version taken': ({ member, value }) => ({
    expected: { status: `409 or 412 for a change with the old "${member}", ${value}` },
    wrong: `accepts a change with an old "${member}"`,
  }),
  'version falls': ({ member, before, received }) => ({
    expected: `"${member}" to be greater than ${before} after a change`,
    received,
    wrong: `does not increase "${member}" after a change: from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'set differs': ({ operation, by, ids, received }) => ({
    expected: `${ids.join(', ') || 'none of the tested items'} in ${by} after ${operation}`,
    received,
    wrong: `leaves the wrong items in ${by}: ${shortFactText(received)}`,
  }),
  'sent back, changed': ({ member, sent, received }) => ({
    expected: `"${member}" as it was read and sent back: ${sent}`,
    received,
    wrong: `changes "${member}" although the request sends back the value that was read`,
  }),
  'combination taken': ({ operation, values }) => ({
    expected: `a rejection of ${values}, which ${operation} rejects together`,
    wrong: `stores ${shortFactText(values)} together, although ${operation} rejects them`,
  }),
  'taken told otherwise': ({ member, wanted }) => ({
    expected: { status: `${wanted.join(' or ')} for a value of "${member}" that another item has` },
    wrong: (came) => `returns ${came} for a taken value of "${member}" instead of ${wanted.join(' or ')}`,
  }),
  'own values taken': () => ({
    expected: 'success for the values that were just read from the item',
    wrong: "rejects an item's own values as if they were those of another item",
  }),
  'shown, not found': () => ({
    expected: 'success for a valid change of an item that a read shows',
    wrong: (came) => `returns ${came} for an item that a read still shows`,
  }),
  'created at another time': ({ member, received, now }) => ({
    expected: `"${member}" close to ${now}, the time of the request`,
    received,
    wrong: `reports ${received} as "${member}" of an item that was created at ${now}`,
  }),
  'time kept': ({ member, members, received }) => ({
    expected: `a new "${member}" after a change to ${quotedNames(members)}`,
    received,
    wrong: `does not update "${member}" after a change`,
  }),
  'relation broken': ({ member, relation, held, wanted, received }) => ({
    expected: `"${member}" to be ${relation}, which is ${wanted}, as in ${held} other items with different numbers`,
    received,
    wrong: `shows "${member}" as ${shortFactText(received)}, where ${relation} is ${shortFactText(wanted)}`,
  }),
  'computed otherwise': ({ member, members, isReversed = false, wanted, received }) => ({
    expected: `"${member}" to be ${wanted} after a change to ${quotedNames(members)}, as ${isReversed ? 'before the change that it reverses' : 'when the same values are sent in one request'}`,
    received,
    wrong: `leaves "${member}" as ${shortFactText(received)} after a change to ${quotedNames(members)}`,
  }),
  'referring counted wrong': ({ member, operation, by, creator, wanted, received }) => ({
    expected: `"${member}" to be ${wanted} after ${operation}, because it increases with each item that ${creator} creates with a reference in "${by}"`,
    received,
    wrong: `leaves "${member}" at ${shortFactText(received)} instead of ${wanted}`,
  }),
  'referring half gone': ({ operation, by, list, isListed }) => ({
    expected: `an item that refers to what ${operation} removed, either in both ${by} and ${list} or in neither`,
    received: `an item only in ${isListed ? list : by}`,
    wrong: `leaves an item that ${isListed ? `${list} shows but ${by} does not` : `${by} shows but ${list} does not`}`,
  }),
  'below itself': ({ member, steps }) => ({
    expected: `a rejection of a "${member}" that ${steps === 0 ? 'is the item itself' : `is ${counted(steps, 'level')} below the item`}`,
    wrong: `places an item below ${steps === 0 ? 'itself' : 'one of its own descendants'}`,
  }),
  'taken twice': ({ member, value, how }) => ({
    expected:
      how === 'together'
        ? `one of two simultaneous requests with "${member}" set to ${value} to be rejected`
        : `a rejection of ${value} for "${member}", which another item has${how === 'case' ? ' in different letter case' : ''}`,
    wrong: TAKEN_TWICE[how](member),
  }),
  'key keeps refusal': ({ header, status }) => ({
    expected: `a new response, not the earlier ${status}, when the missing values are sent with the same "${header}"`,
    wrong: `repeats a rejection for the same "${header}" although the request was corrected`,
  }),
  'credential outlives': ({ operation, by }) => ({
    expected: { status: `401 or 403 from ${by} after ${operation} for the invalidated credential` },
    wrong: `accepts a credential that ${operation} has invalidated`,
  }),
  'link forgets query': ({ query, received }) => ({
    expected: `a next page to which ${query} also applies`,
    received,
    wrong: `does not apply ${query} to the next page`,
  }),
  'text matters': ({ members, plain }) => ({
    expected: { status: `${plain}, as for an item with other values in ${quotedNames(members)}` },
    wrong: (came) => `fails with ${came} because of the item's text in ${quotedNames(members)}`,
  }),
} satisfies Pick<FactWords, keyof StateFacts>

const PLACES = {
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  body: 'property',
} as const

const TAKEN_TWICE = {
  case: (member: string) =>
    `creates an item whose "${member}" differs from that of another item only in letter case`,
  change: (member: string) => `gives an item the "${member}" of another item`,
  create: (member: string) => `creates an item with the "${member}" of another, which no change accepts`,
  together: (member: string) => `creates two items with the same "${member}" in simultaneous requests`,
} as const
