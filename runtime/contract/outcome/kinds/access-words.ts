import type { FactWords } from './said.ts'

/** Words of findings about access, answers and their form. */
export const accessWords = {
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
} satisfies Partial<FactWords>
