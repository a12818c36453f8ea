import { ruleFamily } from '../data/outcome/assertion.ts'

/** Rules about the response to every request, whichever rule sends it. */
export const answerRules = ruleFamily(
  'conformance',
  { grade: 'documented', weight: 'shape' },
  {
    'media-type': 'A response has one of its documented media types.',
    header: {
      weight: 'header',
      asserts: 'Required headers are present, and documented ones match their schemas.',
    },
    'standard-header': {
      ...{ grade: 'derived', weight: 'header' },
      asserts:
        'Headers such as `ETag` and `Link` are well-formed. `ETag` changes with the content, and `Last-Modified` is not later than `Date`.',
    },
    schema:
      'A JSON, XML, CSV or stream body is well-formed and matches its schema, including asserted formats.',
    'no-content': {
      grade: 'derived',
      asserts: 'A response has no body if its status forbids one.',
    },
    'named-members': {
      grade: 'derived',
      asserts: 'With `undocumentedFields: report`, a body contains only properties that its schema defines.',
    },
    'missing-value': {
      grade: 'derived',
      asserts: 'No string such as "undefined" stands for a missing value.',
    },
    'state-time': {
      ...{ grade: 'derived', weight: 'lost data' },
      asserts: 'An item in a state such as `paid` has its timestamp, `paid_at`.',
    },
    'error-status': {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'An error body does not contradict the status of its response.',
    },
    internals: {
      ...{ grade: 'derived', weight: "others' data" },
      asserts: 'No error response contains a stack trace or database error.',
    },
    'write-only': 'No response contains a `writeOnly` property.',
    'undocumented-secret': {
      ...{ grade: 'derived', weight: "others' data" },
      asserts: 'No response contains a secret that its schema does not name.',
    },
    once: { grade: 'derived', asserts: 'A list shows no item twice.' },
    count: { grade: 'derived', asserts: 'The count of a list is right if its page is not full.' },
    order: { grade: 'derived', asserts: 'A list has the requested order or the documented default.' },
    'no-crash': {
      ...{ grade: 'derived', weight: 'crash' },
      asserts: 'No request causes a server error.',
    },
    answered: { grade: 'derived', weight: 'crash', asserts: 'Every request gets a response.' },
    ended: {
      grade: 'derived',
      asserts: 'A response ends, unless it is documented as a stream.',
    },
    'no-credential': {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'An operation without a security requirement works without a credential.',
    },
    'documented-status': {
      weight: 'status',
      asserts: 'In recorded traffic, every status is documented.',
    },
    'excluded-request': {
      ...{ grade: 'derived', weight: 'leniency' },
      asserts: 'In recorded traffic, the server accepts only bodies that match the document.',
    },
  },
)
