import type { FactWords } from './said.ts'

/** Words of findings about values, changes and items. */
export const valueWords = {
  'member lost': ({ member, where, sent, received }) => ({
    expected: `"${member}" as sent ${where}: ${sent}`,
    received,
  }),
  'member crashes': ({ member, sent, others, status }) => ({
    expected: `"${member}" as ${sent}${others === 0 ? '' : `, with ${others} other special values`} to be stored or refused`,
    received: { status },
    wrong: `${status} for "${member}"${others === 0 ? '' : ` and ${others} more`} at the edge of what the schema allows`,
  }),
  'edge refused': ({ member, sent, bound }) => ({
    expected: `"${member}" to take ${sent}, which "${bound}" allows`,
  }),
  'default not taken': ({ member, value, received }) => ({
    expected: `"${member}" to be ${value}, its default, when it is not sent`,
    received,
  }),
  'default not assumed': ({ query }) => ({
    expected: `the same answer as with ${query}, which the document assumes when it is left out`,
    received: 'another answer',
  }),
  'read-only taken': ({ member, sent, received }) => ({
    expected: `the read-only "${member}" not to take the value that was sent: ${sent}`,
    received,
  }),
  'read-only crashes': ({ members, status }) => ({
    expected: `the read-only ${quoted(members)} to be ignored or refused`,
    received: { status },
  }),
  'views differ': ({ member, first, by, sent, received }) => ({
    expected: `"${member}" as ${first} answered it: ${sent}`,
    received: `${received} from ${by}`,
  }),
  'another item answered': ({ member, sent, received }) => ({
    expected: `"${member}" of what was asked for: ${sent}`,
    received,
  }),

  'change crashes': ({ members, status }) => ({
    expected: `${quoted(members)} to be changed or refused`,
    received: { status },
  }),
  'member changed beside': ({ member, before, members, after, received }) => ({
    expected: `"${member}" to stay ${before} when ${after === 'one' ? `${quoted(members)} alone is changed` : `only ${quoted(members)} changed`}`,
    received,
  }),
  'patched otherwise': ({ member, steps, sent, received }) => ({
    expected: `"${member}" after ${steps}: ${sent}`,
    received,
  }),
  'kept by replacement': ({ member, received }) => ({
    expected: `"${member}" not to keep its value after a replacement without it`,
    received,
  }),
  'not idempotent': ({ members, status }) => ({
    expected: 'the same request a second time to leave the same state',
    received: status === undefined ? `other values of ${quoted(members)}` : { status },
  }),
  'effect not shown': ({ member, sent, where, operation, received }) => ({
    expected: `"${member}": ${sent} ${where === 'in the answer' ? where : `when read after ${operation}`}`,
    received,
  }),
  'effect answered otherwise': ({ member, operation, sent, received }) => ({
    expected: `"${member}" as ${operation} answered it: ${sent}`,
    received,
  }),
  'effect on others': ({ member, before, received }) => ({
    expected: `"${member}" to stay ${before}, as the effect does not name it`,
    received,
  }),
  'sibling changed': ({ member, id, before, operation, received }) => ({
    expected: `"${member}" of ${id} to stay ${before}, as ${operation} does not concern it`,
    received,
  }),
  'identity changed': ({ member, before, operation, received }) => ({
    expected: `"${member}" to stay ${before} through ${operation}`,
    received,
  }),
  'parent changed': ({ member, before, operation, received }) => ({
    expected: `"${member}" of the item above to stay ${before} through ${operation}`,
    received,
  }),

  'others appeared': ({ by, operation, most, ids }) => ({
    expected: `${most === 'one' ? 'one new item' : 'no other new item'} in ${by} after ${operation}`,
    received: ids.join(', '),
  }),
  'others gone': ({ by, operation, ids }) => ({
    expected: `every other item still in ${by} after ${operation}`,
    received: `a list without ${ids.join(', ')}`,
  }),
  'not found': ({ operation, where, by, status }) => ({
    expected: `what ${operation} created, ${where} by ${by}`,
    received: status === undefined ? 'a list without it' : { status },
  }),
  'still there': ({ by, operation, status }) => ({
    expected: `status 404 from ${by} after ${operation}`,
    received: { status },
  }),
  'still listed': ({ by, operation }) => ({
    expected: `a list without it from ${by} after ${operation}`,
    received: 'a list that still shows it',
  }),
  'deleted again crashes': ({ status }) => ({
    expected: 'no server error when the item is deleted again',
    received: { status },
  }),
  'brought back': ({ change, operation, status, isGone }) => ({
    expected: { status: `404 from ${change} after ${operation}` },
    wrong: isGone
      ? `${change} answers ${status} to what is gone`
      : `does not last: ${change} brings the item back`,
  }),
  'created nothing': ({ id }) => ({
    expected: 'another item when the same is created once more',
    received: `the first one again, ${id}, with status 201`,
    wrong: 'answers 201, and creates nothing',
  }),
} satisfies Partial<FactWords>

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
