import type { Fact } from './fact.ts'
import type { ValueFacts } from './facts/value-facts.ts'
import { type FactWords, quotedNames, shortFactText } from './said.ts'

/** Wording for findings about values, changes and items. */
export const valueWords = {
  'member lost': ({ member, where, sent, received }) => ({
    expected: `"${member}" as sent, ${where}: ${sent}`,
    received,
    wrong: `does not keep "${member}": sent ${shortFactText(sent)}, ${SEEN[where]} ${shortFactText(received)}`,
  }),
  'member crashes': ({ member, sent, others, status }) => ({
    expected: `the server to store or reject ${sent} for "${member}"${otherValues(others)}`,
    received: { status },
    wrong: `crashes with ${status} for edge-case values of "${member}"${others === 0 ? '' : ` and ${others} more ${others === 1 ? 'property' : 'properties'}`}`,
  }),
  'edge refused': ({ member, sent, bound }) => ({
    expected: `"${member}" to accept ${sent}, which "${bound}" allows`,
    wrong: (came) => `returns ${came} when "${member}" is ${shortFactText(sent)}, which "${bound}" allows`,
  }),
  'default not taken': ({ member, value, received }) => ({
    expected: `"${member}" to default to ${value} when omitted`,
    received,
    wrong: `does not apply the default of "${member}": ${shortFactText(received)} instead of ${shortFactText(value)}`,
  }),
  'default not assumed': ({ query }) => ({
    expected: `the same response as with ${query}, ${defaultsIn(query)}`,
    received: 'a different response',
    wrong: `does not apply ${defaultsIn(query)}: ${query}`,
  }),
  'read-only taken': ({ member, isStated, sent, received }) => ({
    expected: `the server to ignore the value sent for ${isStated ? `the read-only "${member}"` : `"${member}", which only responses contain`}: ${sent}`,
    received,
    wrong: `stores the value sent for ${isStated ? 'the read-only ' : ''}"${member}"`,
  }),
  'read-only crashes': ({ members, status }) => ({
    expected: `the server to ignore or reject ${quotedNames(members)}, which clients cannot set`,
    received: { status },
    wrong: `returns ${status} for a request with ${quotedNames(members)}, which clients cannot set`,
  }),
  'views differ': ({ member, first, by, sent, received }) => ({
    expected: `"${member}" as ${first} returned it: ${sent}`,
    received: `${received} from ${by}`,
    wrong: `differs in "${member}": ${first} returns ${shortFactText(sent)}, but ${by} returns ${shortFactText(received)}`,
  }),
  'another item answered': ({ member, sent, received }) => ({
    expected: `the requested item's "${member}": ${sent}`,
    received,
    wrong: `returns another item: "${member}" is ${shortFactText(received)} instead of ${shortFactText(sent)}`,
  }),

  'change crashes': ({ members, status }) => ({
    expected: `a change to ${quotedNames(members)} to be accepted or rejected`,
    received: { status },
    wrong: `crashes with ${status} on a change to ${quotedNames(members)}`,
  }),
  'member changed beside': ({ member, before, members, after, received }) => ({
    expected: `"${member}" to stay ${before} after ${after === 'one' ? 'a change' : 'changes'} to only ${quotedNames(members)}`,
    received,
    wrong: `also changes "${member}", from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'patched otherwise': ({ member, steps, sent, received }) => ({
    expected: `"${member}" after ${steps}: ${sent}`,
    received,
    wrong: `changes "${member}" to ${shortFactText(received)} instead of ${shortFactText(sent)}`,
  }),
  'kept by replacement': ({ member, received }) => ({
    expected: `"${member}" to lose its old value after a replacement that omits it`,
    received,
    wrong: `keeps "${member}" after a replacement that omits it`,
  }),
  'not idempotent': ({ members, status }) => ({
    expected: 'the same state after repeating the request',
    received: status === undefined ? `different values of ${quotedNames(members)}` : { status },
    wrong:
      status === undefined
        ? `changes ${quotedNames(members)} again when repeated`
        : `returns ${status} when repeated`,
  }),
  'effect not shown': ({ member, sent, where, operation, received }) => ({
    expected: `"${member}" to be ${sent} ${where === 'in the response' ? where : `when read after ${operation}`}`,
    received,
    wrong: `does not have the stated effect: "${member}" is ${shortFactText(received)} instead of ${shortFactText(sent)}`,
  }),
  'effect answered otherwise': ({ member, operation, sent, received }) => ({
    expected: `"${member}" as ${operation} returned it: ${sent}`,
    received,
    wrong: `returns "${member}" as ${shortFactText(sent)}, but a read shows ${shortFactText(received)}`,
  }),
  'effect on others': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before}, because the stated effect does not mention it`,
    received,
    wrong: `also changes "${member}", from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'sibling changed': ({ member, id, before, operation, received }) => ({
    expected: `"${member}" of ${id} to stay ${before}, because ${operation} concerns another item`,
    received,
    wrong: `changes another item: "${member}" of ${id}, from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'identity changed': ({ member, before, operation, received }) => ({
    expected: `"${member}" to stay ${before} after ${operation}`,
    received,
    wrong: `changes "${member}" from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),
  'places changed': ({ member, operation, before, received }) => ({
    expected: `each item to have its own "${member}" after ${operation}, as before it: ${before}`,
    received,
    wrong: `breaks the order of the items: "${member}" is ${shortFactText(received)} instead of ${shortFactText(before)}`,
  }),
  'parent changed': ({ member, before, operation, received }) => ({
    expected: `the parent's "${member}" to stay ${before} after ${operation}`,
    received,
    wrong: `changes the parent's "${member}" from ${shortFactText(before)} to ${shortFactText(received)}`,
  }),

  'others appeared': ({ by, operation, most, ids }) => ({
    expected: `${most === 'one' ? 'one new item' : 'no other new item'} in ${by} after ${operation}`,
    received: ids.join(', '),
    wrong: `creates unexpected items in ${by}: ${shortFactText(ids.join(', '))}`,
  }),
  'others gone': ({ by, operation, ids }) => ({
    expected: `every other item to remain in ${by} after ${operation}`,
    received: `a list without ${ids.join(', ')}`,
    wrong: `removes other items from ${by}: ${shortFactText(ids.join(', '))}`,
  }),
  'not found': ({ operation, where, by, status }) => ({
    expected: `the item that ${operation} created, ${where} from ${by}`,
    received: status === undefined ? 'a list without the item' : { status },
    wrong:
      status === undefined
        ? `succeeds, but ${by} does not list the item`
        : `succeeds, but ${by} returns ${status} for the item`,
  }),
  'still there': ({ by, operation, status }) => ({
    expected: `status 404 from ${by} after ${operation}`,
    received: { status },
    wrong:
      status < 400
        ? `succeeds, but the item is still there: ${by} returns ${status}`
        : `succeeds, but ${by} returns ${status} for the deleted item`,
  }),
  'still listed': ({ by, operation }) => ({
    expected: `${by} to omit the item after ${operation}`,
    received: 'a list that still contains the item',
    wrong: `succeeds, but ${by} still lists the item`,
  }),
  'lost in the copy': ({ member, sent, received }) => ({
    expected: `"${member}" of the original in its copy: ${sent}`,
    received,
    wrong: `loses "${member}" in the copy`,
  }),
  'taken by nothing': ({ create }) => ({
    expected: `success for ${create} with the values of the deleted item`,
    wrong: 'still reserves the unique values of the deleted item',
  }),
  'deleted again refused': ({ status, isForbidden }) => ({
    expected: isForbidden
      ? { status: '404, as from a read, when the item is deleted again' }
      : 'no server error when the item is deleted again',
    received: { status },
    wrong: `${isForbidden ? 'returns' : 'crashes with'} ${status} when the item is deleted again`,
  }),
  'brought back': ({ change, operation, status, isGone }) => ({
    expected: { status: `404 from ${change} after ${operation}` },
    wrong: isGone
      ? `deletes an item, but ${change} still returns ${status} for it`
      : `deletes an item that ${change} then brings back`,
  }),
  'created nothing': ({ id }) => ({
    expected: 'a new item for a second, identical create request',
    received: `the first item again, ${id}, with status 201`,
    wrong: 'returns 201 but creates nothing',
  }),
} satisfies Pick<FactWords, keyof ValueFacts>

/** @param query Parameters with their values, separated by commas. */
function defaultsIn(query: string): string {
  return query.includes(', ') ? 'the documented defaults' : 'the documented default'
}

/** Continues a sentence about one special value with the count of the others. */
function otherValues(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', with another special value' : `, with ${count} other special values`
}

const SEEN: Readonly<Record<Fact<'member lost'>['where'], string>> = {
  'in the response': 'returned',
  'when read again': 'read back',
  'in the list': 'listed',
}
