/** Properties of every row. */
interface Common {
  /**
   * The keyword's kind, as JSON Schema defines it: "core" keywords identify schemas, "in-place" keywords
   * apply schemas to the same value, "child" keywords apply schemas to its parts, "assertion" keywords limit
   * values, and "annotation" keywords only describe them.
   */
  readonly kind: 'core' | 'in-place' | 'child' | 'assertion' | 'annotation'
  /** The JSON type of the values that the keyword limits; all types if absent. */
  readonly about?: 'string' | 'number' | 'array' | 'object'
  /** True for an annotation that is meant only for people. */
  readonly isProse?: true
}

/** A keyword's table entry. Its value either contains schemas or has one of the kinds of `KeywordValues`. */
type Row =
  | (Common & { readonly holds: 'one' | 'list' | 'map' })
  | (Common & { readonly value: keyof KeywordValues })

/** The type of each kind of keyword value. */
export interface KeywordValues {
  readonly text: string
  readonly number: number
  /** A whole number from 0. */
  readonly count: number
  /** A number above 0. */
  readonly divisor: number
  /** A flag that has no effect if it is false. */
  readonly flag: boolean
  readonly any: unknown
  readonly list: readonly unknown[]
  readonly object: Readonly<Record<string, unknown>>
  readonly names: readonly string[]
  readonly namesByName: Readonly<Record<string, readonly string[]>>
  readonly types: string | readonly string[]
  readonly discriminator: DiscriminatorObject
}

/**
 * OpenAPI's discriminator. Its mapping values are references, as in `$ref`. @see OpenAPI 3.2.0, Discriminator
 * Object
 */
interface DiscriminatorObject {
  readonly propertyName: string
  readonly mapping?: Readonly<Record<string, string>>
  /** The alternative for a value that lacks the property or whose property identifies no alternative. */
  readonly defaultMapping?: string
}

/**
 * The schema keywords of JSON Schema 2020-12 and OpenAPI: their types, and how to read, copy and walk their
 * values. Code that treats keywords individually derives its list from this table, or must handle every
 * keyword in order to compile. A `default` that looks like a schema is still data, as the table declares.
 * `nullable` and other keywords from earlier versions are first converted to these
 * (`generator/document/objects.ts`).
 * @see JSON Schema 2020-12, Core, 8 and 10; Validation, 6 to 9; OpenAPI 3.2.0, Schema Object
 */
export const KEYWORDS = {
  $id: { kind: 'core', value: 'text' },
  $anchor: { kind: 'core', value: 'text' },
  $dynamicAnchor: { kind: 'core', value: 'text' },
  $ref: { kind: 'in-place', value: 'text' },
  $dynamicRef: { kind: 'in-place', value: 'text' },
  type: { kind: 'assertion', value: 'types' },
  enum: { kind: 'assertion', value: 'list' },
  const: { kind: 'assertion', value: 'any' },
  required: { kind: 'assertion', about: 'object', value: 'names' },
  pattern: { kind: 'assertion', about: 'string', value: 'text' },
  dependentRequired: { kind: 'assertion', about: 'object', value: 'namesByName' },
  multipleOf: { kind: 'assertion', about: 'number', value: 'divisor' },
  maximum: { kind: 'assertion', about: 'number', value: 'number' },
  minimum: { kind: 'assertion', about: 'number', value: 'number' },
  exclusiveMaximum: { kind: 'assertion', about: 'number', value: 'number' },
  exclusiveMinimum: { kind: 'assertion', about: 'number', value: 'number' },
  maxLength: { kind: 'assertion', about: 'string', value: 'count' },
  minLength: { kind: 'assertion', about: 'string', value: 'count' },
  maxItems: { kind: 'assertion', about: 'array', value: 'count' },
  minItems: { kind: 'assertion', about: 'array', value: 'count' },
  maxContains: { kind: 'assertion', about: 'array', value: 'count' },
  minContains: { kind: 'assertion', about: 'array', value: 'count' },
  maxProperties: { kind: 'assertion', about: 'object', value: 'count' },
  minProperties: { kind: 'assertion', about: 'object', value: 'count' },
  format: { kind: 'assertion', about: 'string', value: 'text' },
  title: { kind: 'annotation', isProse: true, value: 'text' },
  description: { kind: 'annotation', isProse: true, value: 'text' },
  contentMediaType: { kind: 'annotation', value: 'text' },
  contentEncoding: { kind: 'annotation', value: 'text' },
  $comment: { kind: 'annotation', isProse: true, value: 'text' },
  uniqueItems: { kind: 'assertion', about: 'array', value: 'flag' },
  readOnly: { kind: 'annotation', value: 'flag' },
  writeOnly: { kind: 'annotation', value: 'flag' },
  deprecated: { kind: 'annotation', value: 'flag' },
  default: { kind: 'annotation', value: 'any' },
  xml: { kind: 'annotation', value: 'object' },
  externalDocs: { kind: 'annotation', isProse: true, value: 'object' },
  examples: { kind: 'annotation', isProse: true, value: 'list' },
  example: { kind: 'annotation', isProse: true, value: 'any' },
  discriminator: { kind: 'in-place', about: 'object', value: 'discriminator' },
  not: { kind: 'in-place', holds: 'one' },
  if: { kind: 'in-place', holds: 'one' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: { kind: 'in-place', holds: 'one' },
  else: { kind: 'in-place', holds: 'one' },
  contains: { kind: 'child', about: 'array', holds: 'one' },
  propertyNames: { kind: 'child', about: 'object', holds: 'one' },
  additionalProperties: { kind: 'child', about: 'object', holds: 'one' },
  unevaluatedProperties: { kind: 'child', about: 'object', holds: 'one' },
  unevaluatedItems: { kind: 'child', about: 'array', holds: 'one' },
  items: { kind: 'child', about: 'array', holds: 'one' },
  contentSchema: { kind: 'annotation', holds: 'one' },
  allOf: { kind: 'in-place', holds: 'list' },
  anyOf: { kind: 'in-place', holds: 'list' },
  oneOf: { kind: 'in-place', holds: 'list' },
  prefixItems: { kind: 'child', about: 'array', holds: 'list' },
  properties: { kind: 'child', about: 'object', holds: 'map' },
  patternProperties: { kind: 'child', about: 'object', holds: 'map' },
  dependentSchemas: { kind: 'in-place', about: 'object', holds: 'map' },
  $defs: { kind: 'core', holds: 'map' },
} as const
void (KEYWORDS satisfies Readonly<Record<string, Row>>)

type Table = typeof KEYWORDS

export type KeywordName = keyof Table

/** The keywords whose table entries have these properties. */
export type KeywordWith<Said> = {
  [Name in KeywordName]: Table[Name] extends Said ? Name : never
}[KeywordName]

/** The keywords that contain schemas: a single schema, a list, or a map by name. */
export type SchemaKeyword = KeywordWith<{ readonly holds: unknown }>

/** The form in which a keyword contains schemas: one, a list or a map. */
export type HoldsOf<Name extends SchemaKeyword> = Table[Name]['holds']

/** The kind of value of a keyword that contains no schemas. */
export type ValueOf<Name extends Exclude<KeywordName, SchemaKeyword>> = Table[Name]['value']

/** The keywords that limit the allowed values. */
export type JudgingKeyword = KeywordWith<{ readonly kind: 'in-place' | 'child' | 'assertion' }>

const ROWS: ReadonlyMap<string, Row> = new Map<string, Row>(Object.entries(KEYWORDS))

/** The keywords whose table entries have all of these properties, in table order. */
export function keywordsWith<Said extends Partial<Common & { readonly value: keyof KeywordValues }>>(
  said: Said,
): readonly KeywordWith<Said>[] {
  const isSo = (name: KeywordName): name is KeywordWith<Said> => {
    const row: Readonly<Record<string, unknown>> = KEYWORDS[name]
    return Object.entries(said).every(([column, wanted]) => row[column] === wanted)
  }
  return (Object.keys(KEYWORDS) as KeywordName[]).filter(isSo)
}

/** A keyword's table entry; `undefined` for an extension or an unknown keyword. */
export function keywordRow(keyword: string): Row | undefined {
  return ROWS.get(keyword)
}

/** True for a keyword that does not limit values: an annotation or an extension. */
export function isAnnotation(keyword: string): boolean {
  return keywordRow(keyword)?.kind === 'annotation' || keyword.startsWith('x-')
}

/** True for an annotation that is meant only for people. */
export function isProse(keyword: string): boolean {
  return keywordRow(keyword)?.isProse === true
}
