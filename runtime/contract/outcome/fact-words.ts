import type { Fact, FactKind } from './fact.ts'

/** A demand on the status alone: "404 for a path that names nothing". */
export interface ExpectedStatus {
  readonly status: string
}

/** The answer itself, said without its text. */
export interface ReceivedStatus {
  readonly status: number
  /** Goes on from the status. */
  readonly words?: string
}

/** What a finding says. */
export interface Said {
  readonly expected: string | ExpectedStatus
  /** Default: the status and the text of the answer. */
  readonly received?: string | ReceivedStatus
  /** What is wrong, as a title says it after the operation's name: "loses "name"". Default: made of `received` and `expected`. */
  readonly wrong?: string
}

type Words = { readonly [Kind in FactKind]: (fact: Fact<Kind>) => Said }

const WORDS: Words = {
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

  'let in': ({ wanted, probe }) => ({ expected: { status: `${wanted} ${probe}` } }),
  'no challenge': () => ({
    expected: 'the header "WWW-Authenticate" with 401',
    received: 'no such header',
    wrong: 'no header "WWW-Authenticate" with 401',
  }),
  'reader kept out': () => ({
    expected: 'no refusal with a key that may only read, as no 403 is documented',
  }),
  'refused with scopes': ({ probe }) => ({ expected: `no refusal with ${probe}` }),
  "others' item": ({ probe }) => ({ expected: { status: `403 or 404 with ${probe}` } }),
  "others' item listed": ({ id }) => ({
    expected: `a list without ${id} with another tenant's credential`,
    received: 'a list that shows it',
  }),
  'refused undeclared': ({ status }) => ({
    expected: 'to be let in without a credential, as the document asks for none',
    received: { status },
    wrong: `${status} without a credential, which the document does not ask for`,
  }),

  'HEAD differs': ({ status, mediaType, getStatus, getType }) => ({
    expected: `status ${getStatus} ${getType} to HEAD, as to GET`,
    received: { status, words: mediaType },
  }),
  'method answered': ({ method }) => ({ expected: { status: `405 to the undocumented ${method}` } }),
  'no Allow': ({ methods }) => ({
    expected: `"Allow: ${methods.join(', ')}" with 405`,
    received: 'no such header',
    wrong: 'no header "Allow" with 405',
  }),
  'wrong Allow': ({ methods, received }) => ({
    expected: `"Allow: ${methods.join(', ')}" with 405`,
    received: `Allow: ${received}`,
  }),
  'no answer': ({ isEndless, received }) => ({
    expected: isEndless ? 'an answer with an end' : 'an answer',
    received,
  }),
  crash: () => ({ expected: 'a success or a refusal' }),
  'not as documented': ({ of }) => ({
    expected:
      of === 'valid' ? 'a documented answer to a valid request' : 'a documented 4xx for an invalid request',
  }),
  'not refused': ({ wanted, what }) => ({ expected: `${wanted} for ${what}` }),
  'header missing': ({ header }) => ({
    expected: `the header "${header}"`,
    received: 'no such header',
    wrong: `no header "${header}" in the answer`,
  }),
  'header broken': ({ header, must, received }) => ({
    expected: `header "${header}" ${must}`,
    received,
    wrong: `header "${header}" ${must}, and is ${received}`,
  }),
  'content where none is': ({ status, received }) => ({ expected: `no content with ${status}`, received }),
  'other media type': ({ mediaTypes, received }) => ({ expected: mediaTypes.join(' or '), received }),
  'body unreadable': ({ mediaType, received }) => ({ expected: `a body of ${mediaType}`, received }),
  'unnamed member': ({ member, received }) => ({
    expected: `no member ${member}, which the schema does not name`,
    received,
  }),
}

/** What a fact says in words. */
export function factWords<Kind extends FactKind>(fact: Fact<Kind>): Said {
  return WORDS[fact.kind](fact)
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
