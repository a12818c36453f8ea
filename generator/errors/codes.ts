/**
 * Every problem code, with its meaning in one line. Codes are public because people search for them, so a
 * code is never reused for a different problem.
 */
export const CODES = {
  'syntax-error': 'A file is not well-formed YAML or JSON.',
  'bound-exceeded': 'A file or a schema is larger or deeper than the limits allow.',
  'address-unreached': 'Concordat cannot reach the remote document and uses a copy.',
  'unsupported-version': 'The document states no supported version.',
  'unresolvable-reference': 'A `$ref` leads to nothing.',
  'reference-cycle': 'A `$ref` leads only through other `$ref`s back to itself.',
  'remote-reference': 'A `$ref` leads to an address that `remotes` does not allow.',
  'reference-outside-root': 'A `$ref` leads to a file outside the root folder.',
  'reference-siblings-ignored': 'OpenAPI 3.0 ignores members beside a `$ref`.',
  'wrong-type': 'A field has a value of the wrong JSON type.',
  'wrong-value': 'A field has a value that OpenAPI does not list.',
  'alternatives-alike':
    'Two alternatives of a `oneOf` allow the same values, so hardly any matches exactly one.',
  'keyword-of-earlier-version':
    'A schema uses a keyword that OpenAPI 3.1 removed; Concordat reads it as in 3.0.',
  'nothing-allowed': 'A schema allows no value of its type, because its parts contradict each other.',
  'unknown-field': 'An unknown field is spelt almost like one that OpenAPI defines.',
  'key-twice': 'An object has the same key twice.',
  'path-twice': 'Two path templates match the same requests.',
  'security-scheme-undeclared': 'A security requirement names an undeclared scheme.',
  'security-scheme-unrequired': 'No operation requires a declared security scheme.',
  'value-without-schema': 'A parameter or header has no `schema`, as in Swagger 2.0.',
  'missing-field': 'An object lacks a field that OpenAPI requires.',
  'path-parameter-missing': 'A path names an undeclared parameter.',
  'path-parameter-twice': 'A path names a parameter more than once.',
  'path-parameter-unused': 'A path parameter does not occur in its path.',
  'overlay-invalid': 'An overlay breaks the Overlay standard.',
  'overlay-target-matches-nothing': 'The target of an overlay action matches nothing.',
  'filter-matches-nothing': 'A filter matches no operation, or the filters together leave none.',
  'no-counterpart': 'OpenAPI 3 cannot express a part of a Swagger 2.0 document.',
  'duplicate-operation-id': 'Two operations have the same operationId.',
  'keyword-ignored': 'Outputs cannot express the value of a keyword and leave it out.',
  'member-name-taken': 'Two members of an object would have the same name in code.',
  'member-names-unclear':
    'A value may be a map or an object with renamed members, and the document does not say which.',
  'field-name-not-allowed': 'HTTP does not allow the name of a header or cookie.',
  'octets-in-json': 'The document describes a JSON body as binary; Concordat reads it as binary.',
  'parts-exclude-one-another':
    'One part of a schema forbids members that another names; Concordat reads them as one closed object.',
  'pattern-foreign':
    'A regular expression was written for another engine (Java, PCRE, Python); Concordat reads it as ECMA-262.',
  'item-schema-misplaced':
    'An `itemSchema` describes a body without items, the data of events, or unnamed parts of a form.',
  'pattern-not-linear':
    'A regular expression cannot run in linear time, so servers refuse long texts for it.',
  'engine-imported':
    'A regular expression needs another engine to run in linear time; the inlined runtime imports it.',
  'schema-costly': 'Validating a schema takes so many steps that servers refuse large values.',
  'output-left-out':
    'The printer of another project rejects the document, so Concordat leaves out its files.',
  'keyword-not-expressed':
    'A schema uses a keyword that the library cannot express, so the output does not check it.',
  'pagination-invalid': 'An `x-pagination` does not fit its operation.',
  'format-unclear':
    'The document does not say which values have a format, so Concordat does not convert them.',
  'body-not-read':
    'The server passes a request body on as unchecked text, although its schema describes objects or arrays.',
  'list-not-walked':
    'The document does not prove how the pages of a list follow, so the client has no `items()` for it.',
} as const

/** Code of a problem: a key of {@link CODES}. */
export type ProblemCode = keyof typeof CODES
