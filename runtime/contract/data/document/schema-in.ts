import type { DocumentDescriptor } from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import { linearPattern, type Pattern } from '@concordat/runtime/linear-pattern'
import {
  createValidator,
  type JsonSchema,
  type Schema,
  Schemas,
  type Validate,
} from '@concordat/runtime/schema'
import { forEachSubschema, keywordsWith } from '@concordat/runtime/subschemas'

/** A document, as far as its schemas refer to one another. */
export type SchemaScope = Pick<DocumentDescriptor, 'definitions'>

const known = new WeakMap<SchemaScope['definitions'], Schemas>()

/** A schema as it stands in a document; whatever is not a schema allows anything. */
export function schemaIn(document: SchemaScope, written: unknown): Schema {
  const schemas =
    known.get(document.definitions) ?? new Schemas(document.definitions, compilerOf(document, 1))
  known.set(document.definitions, schemas)
  return schemas.of(written)
}

/** A pattern that takes too long on a text accepts it: a value is not judged by what cannot be tried. */
const compile = linearPattern({ tooLong: 'accept' })

function compilerOf({ definitions }: SchemaScope, maxIssues: number): ReturnType<typeof createValidator> {
  return createValidator(definitions, { maxIssues, compilePattern: compile })
}

/** Compiles each schema of a document once. @param maxIssues of one value that are wanted, at most. */
export function validatorOf(document: SchemaScope, maxIssues: number): (schema: JsonSchema) => Validate {
  const compileSchema = compilerOf(document, maxIssues)
  const compiled = new Map<JsonSchema, Validate>()
  return (schema) => {
    const validate = compiled.get(schema) ?? compileSchema(schema)
    compiled.set(schema, validate)
    return validate
  }
}

/** Keywords that apply schemas to the same value. Members that `not` names are no part of the value. */
const IN_PLACE: ReadonlySet<string> = new Set(
  keywordsWith({ kind: 'in-place' }).filter((name) => name !== 'not'),
)
const ALL_OF: ReadonlySet<string> = new Set(['allOf'])
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])

/**
 * The schemas and every schema that applies to the same value, references followed. Each of several
 * alternatives may apply.
 */
export function applied(schemas: readonly Schema[]): readonly Schema[] {
  return withThose(schemas, IN_PLACE)
}

/**
 * The schemas that apply to a value, as `applied` has them, but of alternatives only those that allow it: all
 * of them where none does.
 */
export function appliedTo(schemas: readonly Schema[], value: unknown): readonly Schema[] {
  const found = new Set(schemas)
  for (const schema of found) {
    for (const part of partAt(schema, schema.resolve(schema.own.$ref))) found.add(part)
    const { anyOf = [], oneOf = [] } = schema.own
    const alternatives = [...anyOf, ...oneOf].map((written) => schema.beside(written))
    const fitting = alternatives.filter((each) => each.allows(value))
    for (const each of fitting.length > 0 ? fitting : alternatives) found.add(each)
    const kinds = kindsOf(schema)
    const kind = kinds.get(String(memberOf(value, schema.own.discriminator?.propertyName ?? '')))
    for (const each of kind === undefined ? kinds.values() : [kind]) found.add(each)
    forEachSubschema(schema.own, (written, keyword) => {
      if (IN_PLACE.has(String(keyword)) && !ALTERNATIVES.has(String(keyword)))
        found.add(schema.beside(written))
    })
  }
  return [...found]
}

/** The schemas and every schema that each of their values must fit, by `$ref` and `allOf`. */
export function conjuncts(schemas: readonly Schema[]): readonly Schema[] {
  return withThose(schemas, ALL_OF)
}

/**
 * The heirs of a schema that its discriminator tells apart, by the values that name them; none where it tells
 * alternatives apart.
 */
function kindsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const { discriminator, anyOf, oneOf } = schema.own
  if (discriminator === undefined || anyOf !== undefined || oneOf !== undefined) return new Map()
  return new Map(
    Object.entries(discriminator.mapping ?? {}).flatMap(([value, reference]) => {
      const target = schema.resolve(reference)
      return target === undefined ? [] : [[value, schema.beside(target)] as const]
    }),
  )
}

/** The schemas with those that they hold by some keywords or refer to. */
function withThose(schemas: readonly Schema[], keywords: ReadonlySet<string>): readonly Schema[] {
  const found = new Set(schemas)
  for (const schema of found) {
    for (const part of partAt(schema, schema.resolve(schema.own.$ref))) found.add(part)
    if (keywords === IN_PLACE) for (const kind of kindsOf(schema).values()) found.add(kind)
    forEachSubschema(schema.own, (written, keyword) => {
      if (keywords.has(String(keyword))) found.add(schema.beside(written))
    })
  }
  return [...found]
}

/** The schemas of a member that a schema names itself, by `properties` or by a pattern. */
export function schemasOf(schema: Schema, name: string): readonly Schema[] {
  const { properties = {}, patternProperties = {} } = schema.own
  const patterns = Object.entries(patternProperties)
  return [
    ...(Object.hasOwn(properties, name) ? partAt(schema, properties[name]) : []),
    ...patterns.flatMap(([pattern, part]) => (matches(pattern, name) ? partAt(schema, part) : [])),
  ]
}

/** The schema of an item that a schema names itself, by its index or for all. */
export function schemasOfItem(schema: Schema, index: number): readonly Schema[] {
  return partAt(schema, schema.own.prefixItems?.[index] ?? schema.own.items)
}

/** The schema that is written inside of a schema; none if nothing is. */
function partAt(schema: Schema, written: unknown): readonly Schema[] {
  return written === undefined ? [] : [schema.beside(written)]
}

interface ItemBounds {
  readonly least: number
  /** Infinite without a bound. */
  readonly most: number
  /** True if no item may be there twice. */
  readonly isUnique: boolean
}

/** Numbers of items that a list may have. One whose further items are forbidden ends with its tuple. */
export function itemBounds({ keywords, items }: Schema): ItemBounds {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, prefixItems = [], uniqueItems } = keywords
  const most = items.isNothing ? Math.min(maxItems, prefixItems.length) : maxItems
  return { least: minItems, most, isUnique: uniqueItems === true }
}

/** Members that an object may have by name: its properties, then what it must have besides. */
export function membersOf(schema: Schema): readonly (readonly [name: string, member: Schema])[] {
  const { properties, required } = schema
  const unnamed = [...required].filter((name) => !properties.has(name))
  return [...properties, ...unnamed.map((name) => [name, otherMember(schema, name)] as const)]
}

/**
 * The schema of a member that is no property: that of the first pattern which its name matches, else that of
 * all others.
 */
function otherMember(schema: Schema, name: string): Schema {
  const patterns = Object.entries(schema.keywords.patternProperties ?? {})
  const [, written] = patterns.find(([pattern]) => matches(pattern, name)) ?? []
  return written === undefined ? schema.additionalProperties : schema.beside(written)
}

/** Patterns of documents may be those of anybody, and names those of servers: no pair of them takes long. */
const patterns = new Map<string, Pattern | undefined>()

/**
 * True if a pattern matches a name, and if it is none that can be read: it documents nothing and forbids
 * nothing.
 */
export function matches(pattern: string, name: string): boolean {
  if (!patterns.has(pattern)) patterns.set(pattern, patternOf(pattern))
  return patterns.get(pattern)?.test(name) ?? true
}

function patternOf(pattern: string): Pattern | undefined {
  try {
    return compile(pattern)
  } catch {
    return undefined
  }
}
