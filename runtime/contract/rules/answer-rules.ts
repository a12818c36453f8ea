import { family } from '../data/outcome/assertion.ts'

/** Rules for answers to requests of any rule. */
export const answerRules = family(
  'conformance',
  { grade: 'documented', weight: 'shape' },
  {
    'media-type': 'A response has one of its documented media types.',
    header: {
      weight: 'header',
      asserts: 'A response has its required headers, and documented headers match their schemas.',
    },
    'last-modified': {
      ...{ grade: 'derived', weight: 'header' },
      asserts: 'The `Last-Modified` of an answer is not later than its `Date`.',
    },
    schema:
      'The body can be parsed as its media type and matches its schema, including formats if the document asserts them. XML is only checked to be well-formed; other bodies that are not JSON are not checked.',
    'no-content': {
      grade: 'derived',
      asserts:
        'A response without documented content, or with a status that excludes it, has no body and announces none.',
    },
    'named-members': {
      grade: 'derived',
      asserts: 'With `undocumentedFields`, a body has no properties beyond those that its schema names.',
    },
    'write-only': 'No response contains a `writeOnly` property.',
    'no-crash': {
      ...{ grade: 'derived', weight: 'crash' },
      asserts: 'No request causes a server error, whatever it contains.',
    },
    answered: { grade: 'derived', weight: 'crash', asserts: 'Every request gets a response.' },
    ended: {
      grade: 'derived',
      asserts: 'A response that begins also ends, unless it is documented as a stream.',
    },
    'no-credential': {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'An operation without a security requirement needs no credential.',
    },
    'documented-status': {
      weight: 'status',
      asserts: 'In recorded traffic, every status is documented.',
    },
    'excluded-request': {
      ...{ grade: 'derived', weight: 'leniency' },
      asserts: 'In recorded traffic, the server accepts no body that the document excludes.',
    },
  },
)
