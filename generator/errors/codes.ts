/**
 * Every problem code, with its meaning in one line. Codes are public, since people search for them, so a code
 * is never reused for another fact.
 */
export const CODES = {
  'syntax-error': 'A file is neither well-formed YAML nor well-formed JSON.',
  'bound-exceeded': 'A file or a schema is larger or deeper than the limits allow.',
  'address-unreached': 'The document is on the network and cannot be reached; a copy is used.',
  'unsupported-version': 'The document states a version other than OpenAPI 2.0, 3.0, 3.1 and 3.2, or none.',
  'unresolvable-reference': 'A `$ref` leads to nothing.',
  'reference-cycle': 'A `$ref` leads to itself through other `$ref`s alone.',
  'remote-reference':
    'A `$ref` leads to an address that is neither below the document itself nor allowed by `remotes`.',
  'reference-outside-root': 'A `$ref` leads to a file outside the folder that files may be read from.',
  'reference-siblings-ignored': 'Members beside a `$ref` that OpenAPI 3.0 ignores.',
  'wrong-type': 'A value has a JSON type that OpenAPI does not allow for its field.',
  'wrong-value': 'A value is not one of those that OpenAPI lists for its field.',
  'alternatives-alike': 'Two alternatives of a `oneOf` allow the same, so hardly any value fits exactly one.',
  'keyword-of-earlier-version': 'A schema uses a keyword that OpenAPI 3.1 removed; it is read as in 3.0.',
  'nothing-allowed':
    'A schema allows no value, or none of its own type: its type, parts, alternatives and values contradict one another.',
  'unknown-field': 'A field that OpenAPI does not define is spelt almost like one that it defines.',
  'key-twice': 'An object has the same key twice.',
  'path-twice': 'Two path templates match the same requests.',
  'security-scheme-undeclared': 'A security requirement names a scheme that is not declared.',
  'security-scheme-unrequired': 'A security scheme is declared, but no operation requires it.',
  'value-without-schema':
    'A parameter or header describes its value as Swagger 2.0 does, without a `schema`.',
  'missing-field': 'An object lacks a field that OpenAPI requires.',
  'path-parameter-missing': 'A path template names a parameter that its operation does not declare.',
  'path-parameter-twice': 'A path template names a parameter more than once.',
  'path-parameter-unused': 'A path parameter does not occur in the path template.',
  'overlay-invalid': 'An overlay breaks the Overlay standard.',
  'overlay-target-matches-nothing': 'The target of an overlay action selects no node.',
  'filter-matches-nothing':
    'A filter matches no operation of the document, or the filters together leave none.',
  'no-counterpart': 'A part of a Swagger 2.0 document cannot be described in OpenAPI 3.',
  'duplicate-operation-id': 'Two operations carry the same operationId.',
  'keyword-ignored': 'A keyword has a value that outputs cannot express, and is left out.',
  'member-name-taken': 'Two members of an object would have the same name in code.',
  'member-names-unclear':
    'A value may be a map or an object whose members have other names in code, and nothing says which.',
  'field-name-not-allowed': 'HTTP does not allow the name of a header or of a cookie.',
  'octets-in-json': 'A JSON body is described as binary, which JSON cannot contain; it is read as binary.',
  'parts-exclude-one-another':
    'One part of a schema forbids members that another part names; the parts are read as one closed object.',
  'pattern-foreign':
    'A regular expression is written for another engine (Java, PCRE, Python), and is read as ECMA-262.',
  'item-schema-misplaced':
    'An `itemSchema` describes a body without items, the data of events instead of the events, or parts of a form that have no names.',
  'pattern-not-linear':
    'A regular expression cannot be matched in time proportional to the text, so long texts are refused.',
  'engine-imported':
    'A regular expression needs an engine of its own for linear time, which the inlined runtime imports.',
  'schema-costly':
    'A schema leads to the same part of a value in so many ways that servers refuse large values.',
  'output-left-out': 'A printer from another project rejects the document, so its files are left out.',
  'keyword-not-expressed':
    'A schema uses a keyword that the library of an output cannot express, so the output does not check it.',
  'pagination-invalid': 'An `x-pagination` does not fit its operation.',
  'format-unclear':
    'The document does not say which values have a format to convert, so they stay unconverted.',
  'body-not-read':
    'A request body arrives as text, but its schema describes objects or arrays: the server passes the text on unchecked.',
  'list-not-walked':
    'The document does not prove how the pages of a list follow one another, so the client has no `items()` for it.',
} as const

/** Code of a problem: a key of {@link CODES}. */
export type ProblemCode = keyof typeof CODES
