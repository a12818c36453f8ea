/**
 * Every code that a problem can carry, with its meaning in one line. Codes are public: people search for them and suppress
 * nothing by them, so a code is never reused for another fact.
 */
export const CODES = {
  'syntax-error': 'A file is neither well-formed YAML nor well-formed JSON.',
  'bound-exceeded': 'A file or a schema is larger or deeper than what is read.',
  'unreadable-file': 'The document or an overlay does not exist or cannot be read.',
  'address-unreached': 'The document is on the network and cannot be reached; a copy is read.',
  'unsupported-version':
    'The document is of a version other than OpenAPI 2.0, 3.0, 3.1 and 3.2, or names none.',
  'unresolvable-reference': 'A `$ref` leads to nothing.',
  'reference-cycle': 'A `$ref` leads to itself through other `$ref`s alone.',
  'remote-reference':
    'A `$ref` leads to the network, of which only what is below the document itself is read.',
  'reference-outside-root': 'A `$ref` leads to a file outside the folder that files are read from.',
  'reference-siblings-ignored': 'Members beside a `$ref` that OpenAPI 3.0 ignores.',
  'wrong-type': 'A value has another JSON type than OpenAPI gives its field.',
  'wrong-value': 'A value is none of those that OpenAPI lists for its field.',
  'unknown-field': 'A field that OpenAPI does not know has nearly the name of one that it knows.',
  'key-twice': 'An object has the same key twice.',
  'path-twice': 'Two path templates match the same requests.',
  'security-scheme-undeclared': 'A security requirement names a scheme that is not declared.',
  'missing-field': 'An object lacks a field that OpenAPI requires.',
  'path-parameter-missing': 'A path template names a parameter that its operation does not declare.',
  'path-parameter-unused': 'A path parameter does not occur in the path template.',
  'overlay-invalid': 'An overlay breaks the Overlay standard.',
  'overlay-target-matches-nothing': 'The target of an overlay action selects no node.',
  'filter-matches-nothing': 'A filter fits no operation of the document, or all of them together leave none.',
  'no-counterpart': 'A part of a Swagger 2.0 document cannot be described in OpenAPI 3.',
  'duplicate-operation-id': 'Two operations carry the same operationId.',
  'keyword-ignored': 'A keyword has a value that outputs cannot express, and is left out.',
  'pattern-foreign':
    'A regular expression is written for another engine (Java, PCRE, Python), and read as one of ECMA-262.',
  'item-schema-misplaced':
    'An `itemSchema` stands where there are no items, is that of the data of events, or of parts of a form without names.',
  'pattern-not-linear':
    'A regular expression cannot be matched in time proportional to the text, so that long texts are refused.',
  'output-left-out': 'A printer of others does not take the document, so what it prints is left out.',
  'pagination-invalid': 'An `x-pagination` does not fit its operation.',
  'format-unclear': 'A value may or may not have a format that is to be converted: it is left as it travels.',
  'list-not-walked':
    'The document does not prove how the pages of a list follow one another, so the client has no `items()` for it.',
} as const

/** Code of a problem: a key of {@link CODES}. */
export type ProblemCode = keyof typeof CODES
