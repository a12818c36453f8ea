import type { Fact } from './fact.ts'
import type { ValueFacts } from './facts/value-facts.ts'
import { type FactWords, shortForTitle } from './said.ts'

/** Wording for findings about values, changes and items. */
export const valueWords = {
  'member lost': ({ member, where, sent, received }) => ({
    expected: `"${member}" as sent ${where}: ${sent}`,
    received,
    wrong: `does not keep "${member}": sent ${shortForTitle(sent)}, ${SEEN[where]} ${shortForTitle(received)}`,
  }),
  'member crashes': ({ member, sent, others, status }) => ({
    expected: `"${member}" as ${sent}${others === 0 ? '' : `, with ${others} other special values`} to be stored or refused`,
    received: { status },
    wrong: `crashes with ${status} for "${member}"${others === 0 ? '' : ` and ${others} more`} at the edge of the schema`,
  }),
  'edge refused': ({ member, sent, bound }) => ({
    expected: `"${member}" to take ${sent}, which "${bound}" allows`,
    wrong: (came) => `answers ${came} to "${member}" as ${shortForTitle(sent)}, which "${bound}" allows`,
  }),
  'default not taken': ({ member, value, received }) => ({
    expected: `"${member}" to be ${value}, its default, if it is not sent`,
    received,
    wrong: `does not give "${member}" its default ${shortForTitle(value)}: it is ${shortForTitle(received)}`,
  }),
  'default not assumed': ({ query }) => ({
    expected: `the same response as with ${query}, the default that the document states`,
    received: 'another response',
    wrong: `does not assume the default ${query}`,
  }),
  'read-only taken': ({ member, sent, received }) => ({
    expected: `the read-only "${member}" to ignore the value sent: ${sent}`,
    received,
    wrong: `stores the read-only "${member}" from the request`,
  }),
  'read-only crashes': ({ members, status }) => ({
    expected: `the read-only ${quoted(members)} to be ignored or refused`,
    received: { status },
    wrong: `crashes with ${status} if the read-only ${quoted(members)} is sent`,
  }),
  'views differ': ({ member, first, by, sent, received }) => ({
    expected: `"${member}" as ${first} returned it: ${sent}`,
    received: `${received} from ${by}`,
    wrong: `differs in "${member}": ${shortForTitle(sent)} from ${first}, ${shortForTitle(received)} from ${by}`,
  }),
  'another item answered': ({ member, sent, received }) => ({
    expected: `"${member}" of the requested item: ${sent}`,
    received,
    wrong: `returns another item: "${member}" is ${shortForTitle(received)} instead of ${shortForTitle(sent)}`,
  }),

  'change crashes': ({ members, status }) => ({
    expected: `${quoted(members)} to be changed or refused`,
    received: { status },
    wrong: `crashes with ${status} on a change to ${quoted(members)}`,
  }),
  'member changed beside': ({ member, before, members, after, received }) => ({
    expected: `"${member}" to stay ${before} when ${after === 'one' ? `${quoted(members)} alone is changed` : `only ${quoted(members)} changed`}`,
    received,
    wrong: `also changes "${member}", from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'patched otherwise': ({ member, steps, sent, received }) => ({
    expected: `"${member}" after ${steps}: ${sent}`,
    received,
    wrong: `patches "${member}" to ${shortForTitle(received)} instead of ${shortForTitle(sent)}`,
  }),
  'kept by replacement': ({ member, received }) => ({
    expected: `"${member}" not to keep its value after a replacement without it`,
    received,
    wrong: `keeps "${member}" after a replacement without it`,
  }),
  'not idempotent': ({ members, status }) => ({
    expected: 'the same request a second time to leave the same state',
    received: status === undefined ? `other values of ${quoted(members)}` : { status },
    wrong:
      status === undefined
        ? `changes ${quoted(members)} again when repeated`
        : `answers ${status} when repeated`,
  }),
  'effect not shown': ({ member, sent, where, operation, received }) => ({
    expected: `"${member}": ${sent} ${where === 'in the answer' ? where : `when read after ${operation}`}`,
    received,
    wrong: `does not have the stated effect: "${member}" is ${shortForTitle(received)} instead of ${shortForTitle(sent)}`,
  }),
  'effect answered otherwise': ({ member, operation, sent, received }) => ({
    expected: `"${member}" as ${operation} returned it: ${sent}`,
    received,
    wrong: `returns "${member}" as ${shortForTitle(sent)}, but a read shows ${shortForTitle(received)}`,
  }),
  'effect on others': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before}, as the effect does not name it`,
    received,
    wrong: `also changes "${member}", from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'sibling changed': ({ member, id, before, operation, received }) => ({
    expected: `"${member}" of ${id} to stay ${before}, as ${operation} does not concern it`,
    received,
    wrong: `changes another item: "${member}" of ${id}, from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'identity changed': ({ member, before, operation, received }) => ({
    expected: `"${member}" to stay ${before} after ${operation}`,
    received,
    wrong: `changes "${member}", which identifies the item, from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),
  'parent changed': ({ member, before, operation, received }) => ({
    expected: `"${member}" of the parent to stay ${before} after ${operation}`,
    received,
    wrong: `changes "${member}" of the parent, from ${shortForTitle(before)} to ${shortForTitle(received)}`,
  }),

  'others appeared': ({ by, operation, most, ids }) => ({
    expected: `${most === 'one' ? 'one new item' : 'no other new item'} in ${by} after ${operation}`,
    received: ids.join(', '),
    wrong: `creates other items in ${by}: ${shortForTitle(ids.join(', '))}`,
  }),
  'others gone': ({ by, operation, ids }) => ({
    expected: `every other item still in ${by} after ${operation}`,
    received: `a list without ${ids.join(', ')}`,
    wrong: `removes other items from ${by}: ${shortForTitle(ids.join(', '))}`,
  }),
  'not found': ({ operation, where, by, status }) => ({
    expected: `the item that ${operation} created, ${where} by ${by}`,
    received: status === undefined ? 'a list without the item' : { status },
    wrong:
      status === undefined
        ? `succeeds, but ${by} does not list the item`
        : `succeeds, but ${by} answers ${status} for the item`,
  }),
  'still there': ({ by, operation, status }) => ({
    expected: `status 404 from ${by} after ${operation}`,
    received: { status },
    wrong: `succeeds, but the item is still there: ${by} answers ${status}`,
  }),
  'still listed': ({ by, operation }) => ({
    expected: `a list without the item from ${by} after ${operation}`,
    received: 'a list that still shows it',
    wrong: `succeeds, but ${by} still lists the item`,
  }),
  'deleted again crashes': ({ status }) => ({
    expected: 'no server error when the item is deleted again',
    received: { status },
    wrong: `crashes with ${status} when the item is deleted again`,
  }),
  'brought back': ({ change, operation, status, isGone }) => ({
    expected: { status: `404 from ${change} after ${operation}` },
    wrong: isGone
      ? `deletes an item for which ${change} still answers ${status}`
      : `does not last: ${change} brings the item back`,
  }),
  'created nothing': ({ id }) => ({
    expected: 'another item for a second, identical create',
    received: `the first one again, ${id}, with status 201`,
    wrong: 'answers 201, but creates nothing',
  }),
} satisfies Pick<FactWords, keyof ValueFacts>

const SEEN: Readonly<Record<Fact<'member lost'>['where'], string>> = {
  'in the answer': 'answered',
  'when read again': 'read back',
  'in the list': 'listed',
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
