import { family } from '../data/outcome/assertion.ts'

/** Rules for answers to requests of any rule. */
export const answerRules = family(
  'conformance',
  { grade: 'documented', weight: 'shape' },
  {
    'media-type': 'An answer has one of the media types of its response.',
    header: {
      weight: 'header',
      asserts:
        'An answer has the required headers of its response, and documented headers match their schemas.',
    },
    'last-modified': {
      ...{ grade: 'derived', weight: 'header' },
      asserts: 'The `Last-Modified` of an answer is not later than its `Date`.',
    },
    schema:
      'The body of an answer can be read as its media type, and matches its schema, including formats if the document asserts them. XML is well-formed, and so are the values that its elements stand for; no schema is held against other texts that are not JSON.',
    'no-content': {
      grade: 'derived',
      asserts: 'An answer whose response or status has no content has none, and announces none.',
    },
    'named-members': {
      grade: 'derived',
      asserts:
        'If undocumented members are to be reported (`undocumentedFields`), a body has only those that its schema names.',
    },
    'write-only': 'No answer shows a member that the document has for requests alone (`writeOnly`).',
    'no-crash': {
      ...{ grade: 'derived', weight: 'crash' },
      asserts: 'No request is answered with a server error, whatever it says.',
    },
    answered: { grade: 'derived', weight: 'crash', asserts: 'Every request is answered.' },
    ended: {
      grade: 'derived',
      asserts: 'An answer that begins also ends, unless the document says that it is a stream.',
    },
    'no-credential': {
      ...{ grade: 'derived', weight: 'status' },
      asserts: 'An operation for which the document asks no credential needs none.',
    },
    'documented-status': {
      weight: 'status',
      asserts: "In other clients' traffic, every status is documented.",
    },
    'excluded-request': {
      ...{ grade: 'derived', weight: 'leniency' },
      asserts: "In other clients' traffic, no body that the document excludes is accepted.",
    },
  },
)
