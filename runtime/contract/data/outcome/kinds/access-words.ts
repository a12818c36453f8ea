import type { AccessFacts } from './facts/access-facts.ts'
import { type FactWords, shortForTitle } from './said.ts'

/** Wording of findings about access, responses and their form. */
export const accessWords = {
  'let in': ({ wanted, probe }) => ({ expected: { status: `${wanted} ${probe}` } }),
  'no challenge': () => ({
    expected: 'the "WWW-Authenticate" header with 401',
    received: 'no such header',
    wrong: 'answers 401 without the "WWW-Authenticate" header',
  }),
  'reader kept out': () => ({
    expected: 'success with a read-only key, as no 403 is documented',
    wrong: 'refuses a read-only key, although no 403 is documented',
  }),
  'refused with scopes': ({ probe }) => ({
    expected: `no refusal with ${probe}`,
    wrong: (came) => `answers ${came} with ${probe}`,
  }),
  "others' item": ({ probe }) => ({ expected: { status: `403 or 404 with ${probe}` } }),
  "others' item listed": ({ id }) => ({
    expected: `a list without ${id} with another tenant's credential`,
    received: 'a list that shows it',
    wrong: `lists ${id} with another tenant's credential`,
  }),
  'refused undeclared': ({ status }) => ({
    expected: 'success without a credential, as the document requires none',
    received: { status },
    wrong: `answers ${status} without a credential, although the document requires none`,
  }),

  'HEAD differs': ({ status, mediaType, getStatus, getType }) => ({
    expected: `status ${getStatus} ${getType} to HEAD, as to GET`,
    received: { status, words: mediaType },
    wrong: `answers HEAD with ${status} ${mediaType}, and GET with ${getStatus} ${getType}`,
  }),
  'method answered': ({ method }) => ({ expected: { status: `405 to the undocumented ${method}` } }),
  'no Allow': ({ methods }) => ({
    expected: `"Allow: ${methods.join(', ')}" with 405`,
    received: 'no such header',
    wrong: 'answers 405 without the "Allow" header',
  }),
  'wrong Allow': ({ methods, received }) => ({
    expected: `"Allow: ${methods.join(', ')}" with 405`,
    received: `Allow: ${received}`,
    wrong: `answers 405 with "Allow: ${received}" instead of "${methods.join(', ')}"`,
  }),
  'no answer': ({ isEndless, received }) => ({
    expected: isEndless ? 'a response that ends' : 'a response',
    received,
    wrong: `${isEndless ? 'does not end its response' : 'does not respond'}: ${shortForTitle(received)}`,
  }),
  crash: () => ({ expected: 'a success or a refusal', wrong: (came) => `crashes with ${came}` }),
  'not as documented': ({ of }) => ({
    expected:
      of === 'valid' ? 'a documented response to a valid request' : 'a documented 4xx for an invalid request',
  }),
  'not refused': ({ wanted, what }) => ({ expected: `${wanted} for ${what}` }),
  'header missing': ({ header }) => ({
    expected: `the "${header}" header`,
    received: 'no such header',
    wrong: `responds without the "${header}" header`,
  }),
  'header broken': ({ header, must, received }) => ({
    expected: `header "${header}" ${must}`,
    received,
    wrong: `returns a "${header}" header that ${must}: ${shortForTitle(received)}`,
  }),
  'content where none is': ({ status, received }) => ({
    expected: `no content with ${status}`,
    received,
    wrong: `answers ${status} with a body: ${shortForTitle(received)}`,
  }),
  'other media type': ({ mediaTypes, received }) => ({ expected: mediaTypes.join(' or '), received }),
  'body unreadable': ({ mediaType, received }) => ({
    expected: `a body of ${mediaType}`,
    received,
    wrong: `returns a body that is not ${mediaType}: ${shortForTitle(received)}`,
  }),
  'unnamed member': ({ member, received }) => ({
    expected: `no property ${member}, which the schema does not name`,
    received,
    wrong: `returns the property ${member}, which the schema does not name`,
  }),
} satisfies Pick<FactWords, keyof AccessFacts>
