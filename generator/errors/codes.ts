/**
 * Every problem code, with its meaning in one line. A code is never reused for a different problem, because
 * people search for it.
 */
export const CODES = {
  'syntax-error': 'A file is not well-formed YAML or JSON.',
  'bound-exceeded': 'A file or schema exceeds a size or depth limit.',
  'address-unreached': 'Concordat cannot reach a remote file, so it uses a cached copy.',
  'unsupported-version': 'The document does not state a supported version.',
  'unresolvable-reference': 'A reference has no valid target.',
  'reference-cycle': 'A reference leads into a cycle, or to a part that contains it.',
  'remote-reference': 'A reference points to a URL that `remotes` does not allow.',
  'reference-outside-root': 'A reference points to a file outside the root folder.',
  'reference-siblings-ignored': 'OpenAPI ignores a keyword next to a `$ref`, or `nullable` in `allOf`.',
  'wrong-type': 'A field has a value of the wrong JSON type.',
  'wrong-value': 'A value or a key does not conform to OpenAPI.',
  'alternatives-alike': 'Two alternatives of a `oneOf` allow the same or nearly the same values.',
  'keyword-of-earlier-version':
    'A schema uses syntax that OpenAPI 3.1 removed; Concordat reads it as in 3.0.',
  'nothing-allowed': 'A schema allows no value at all, or none of a type that it names.',
  'unknown-field': 'An unknown field is probably misspelled or misplaced.',
  'key-twice': 'An object has the same key twice.',
  'path-twice': 'Two path templates match the same requests.',
  'security-scheme-undeclared': 'A security requirement names an undeclared scheme.',
  'security-scheme-unrequired': 'A security scheme is declared, but no operation requires it.',
  'value-without-schema': 'A parameter or header has no `schema`, as in Swagger 2.0.',
  'missing-field': 'An object lacks a required field.',
  'path-parameter-missing': 'A path names an undeclared parameter.',
  'path-parameter-twice': 'A path names a parameter more than once.',
  'path-parameter-unused': 'A path parameter does not occur in its path.',
  'overlay-invalid': 'An overlay violates Overlay Specification 1.0.',
  'overlay-target-matches-nothing': 'The target of an overlay action matches nothing.',
  'filter-matches-nothing': 'A filter matches no operation, or the filters together leave no operations.',
  'no-counterpart': 'OpenAPI 3 cannot express part of a Swagger 2.0 document.',
  'duplicate-operation-id': 'Two operations have the same operationId.',
  'keyword-ignored': 'Concordat cannot use the value of a keyword.',
  'member-name-taken': 'Two properties of an object would have the same name in code.',
  'member-names-unclear':
    'A value can be a map or an object with renamed properties, and the document does not say which.',
  'field-name-not-allowed': 'A header or cookie has a name that HTTP does not allow.',
  'octets-in-json': 'The document describes a JSON body as binary; Concordat treats it as binary.',
  'parts-exclude-one-another':
    'One part of a schema forbids properties that another declares; Concordat treats the parts as one closed object.',
  'pattern-foreign':
    'A regular expression has the syntax of another engine, such as Java; Concordat translates it to ECMA-262.',
  'item-schema-misplaced':
    'An `itemSchema` describes unnamed form parts, a body without items, or event data instead of events.',
  'pattern-not-linear':
    'A regular expression cannot run in linear time, so servers reject strings that are too long for it.',
  'engine-imported':
    'To run a regular expression in linear time, the inlined runtime imports another engine.',
  'schema-costly': 'Validation against a schema can take so many steps that servers reject large values.',
  'output-left-out':
    'openapi-typescript rejects the document, so Concordat omits the files that need this tool.',
  'keyword-not-expressed':
    'The schema library cannot express a keyword exactly, so the output differs from the document.',
  'pagination-invalid': 'An `x-pagination` is incomplete or does not match its operation.',
  'format-unclear':
    'The document does not say which values have a format, so Concordat does not convert them.',
  'body-not-read':
    'The handler gets a request body as an unchecked string, although its schema describes objects or arrays.',
  'list-not-walked':
    'The document does not show how a list continues, so the client has no `items()` for it.',
} as const

/** Code of a problem: a key of {@link CODES}. */
export type ProblemCode = keyof typeof CODES
