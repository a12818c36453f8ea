import type { AccessFacts } from './facts/access-facts.ts'
import { documentedStatusWords, type FactWords, shortFactText, withMediaType } from './said.ts'

/** Wording of findings about access, responses and their form. */
export const accessWords = {
  'let in': ({ wanted, isExact, probe }) => {
    const others = isExact ? '' : ` (or ${wanted === '401' ? '403' : '401'}, 404)`
    return { expected: { status: `${wanted}${others} ${probe}` } }
  },
  'no challenge': () => ({
    expected: 'the "WWW-Authenticate" header with 401',
    received: 'no such header',
    wrong: 'returns 401 without the "WWW-Authenticate" header',
  }),
  'reader kept out': () => ({
    expected: 'success with a read-only key, because no 403 is documented',
    wrong: 'rejects a read-only key, although no 403 is documented',
  }),
  'issued credential refused': ({ by }) => ({
    expected: `no 401 with an issued credential that ${by} accepts`,
    wrong: `rejects an issued credential that ${by} accepts`,
  }),
  'refused with scopes': ({ probe }) => ({
    expected: `no rejection with ${probe}`,
    wrong: (came) => `returns ${came} with ${probe}`,
  }),
  "others' item": ({ probe, wanted, mayBeBelow }) => {
    const statuses = wanted?.join(' or ') ?? '403 or 404'
    const below = mayBeBelow ? ', or an item below the parent in the path, for a request' : ''
    return { expected: { status: `${statuses}${below} with ${probe}` } }
  },
  "others' item told apart": ({ status, documented }) => ({
    expected: { status: `${documented}, as for an unknown item, with another tenant's credential` },
    wrong: `returns the undocumented ${status} for another tenant's item, which shows that it exists`,
  }),
  "others' item listed": ({ id }) => ({
    expected: `a list without ${id} for another tenant's credential`,
    received: 'a list that contains it',
    wrong: `lists ${id} for another tenant's credential`,
  }),
  'hidden item listed': ({ id, by }) => ({
    expected: `a list without ${id}, because ${by} returns 404 for the same credential`,
    received: 'a list that contains it',
    wrong: `lists an item that ${by} hides from the same credential`,
  }),
  'cached for all': ({ status, received }) => ({
    expected: `caching headers that reserve the response for its caller, because others get ${status}`,
    received,
    wrong: `lets shared caches reuse its response for callers who would get ${status}: ${shortFactText(received)}`,
  }),
  'vary lacks': ({ header, received }) => ({
    expected: `"${header}" in the "Vary" header of a cacheable response that depends on it`,
    received,
    wrong: `returns a cacheable response that depends on "${header}" without naming it in "Vary"`,
  }),
  'unneeded credential matters': ({ status }) => ({
    expected: 'success with a credential, as without one',
    received: { status },
    wrong: `returns ${status} if the request has a credential, although the operation is public`,
  }),
  'refused undeclared': ({ status }) => ({
    expected: 'success without a credential, because the document requires none',
    received: { status },
    wrong: `returns ${status} without a credential, although the document requires none`,
  }),

  'HEAD differs': ({ status, mediaType, getStatus, getType }) => ({
    expected: `status ${withMediaType(getStatus, getType)} for HEAD, as for GET`,
    received: { status, words: mediaType },
    wrong: `responds to HEAD with ${withMediaType(status, mediaType)}, but to GET with ${withMediaType(getStatus, getType)}`,
  }),
  'method answered': ({ method }) => ({ expected: { status: `405 for the undocumented ${method}` } }),
  'unknown path answered': ({ path }) => ({ expected: { status: `404 for GET ${path}` } }),
  'no Allow': ({ methods }) => ({
    expected: `"Allow: ${methods.join(', ')}" with 405`,
    received: 'no such header',
    wrong: 'returns 405 without the "Allow" header',
  }),
  'wrong Allow': ({ methods, received }) => ({
    expected: `"Allow: ${methods.join(', ')}" with 405`,
    received: `Allow: ${received}`,
    wrong: `returns 405 with "Allow: ${received}" instead of "${methods.join(', ')}"`,
  }),
  'no answer': ({ isEndless, received }) => ({
    expected: isEndless ? 'a response that ends' : 'a response',
    received,
    wrong: `${isEndless ? 'does not end its response' : 'does not respond'}: ${shortFactText(received)}`,
  }),
  crash: () => ({ expected: 'a success or a rejection', wrong: (came) => `crashes with ${came}` }),
  'not as documented': ({ of }) => ({
    expected:
      of === 'valid'
        ? 'a documented success or rejection for a valid request'
        : 'a documented 4xx response to an invalid request',
  }),
  'not refused': ({ wanted, isUndocumented, what }) => {
    const statuses = isUndocumented ? documentedStatusWords(wanted) : wanted.join(' or ') || 'a 4xx'
    return { expected: `${statuses} for ${what}` }
  },
  'other status told': ({ member, status, received }) => ({
    expected: `"${member}" to be ${status}, the status of the response`,
    received,
    wrong: `returns ${status}, but reports ${received} in "${member}"`,
  }),
  'internals shown': ({ received }) => ({
    expected: 'an error message without a stack trace or database error',
    received,
    wrong: `reveals internal details in an error response: ${shortFactText(received)}`,
  }),
  'header missing': ({ header }) => ({
    expected: `the "${header}" header`,
    received: 'no such header',
    wrong: `responds without the "${header}" header`,
  }),
  'header broken': ({ header, must, received, item }) => {
    const subject = item === undefined ? undefined : `item ${shortFactText(`"${item}"`)}`
    return {
      expected: `${subject === undefined ? '' : `${subject} of `}header "${header}" ${must}`,
      received: received || 'an empty header',
      wrong:
        received === ''
          ? `returns an empty "${header}" header, which ${must}`
          : `returns ${shortFactText(received)} in the "${header}" header, ${subject === undefined ? 'which' : `whose ${subject}`} ${must}`,
    }
  },
  'content where none is': ({ status, received }) => ({
    expected: `no content with ${status}`,
    received,
    wrong: `returns or announces a body with ${status}: ${shortFactText(received)}`,
  }),
  'other media type': ({ mediaTypes, received }) => ({ expected: mediaTypes.join(' or '), received }),
  'body unreadable': ({ mediaType, received }) => ({
    expected: `a readable ${mediaType} body`,
    received,
    wrong: `returns a body that cannot be read as ${mediaType}: ${shortFactText(received)}`,
  }),
  'unnamed member': ({ member, received }) => ({
    expected: `no property ${member}, because the schema does not declare it`,
    received,
    wrong: `returns the property ${member}, which the schema does not declare`,
  }),
} satisfies Pick<FactWords, keyof AccessFacts>
