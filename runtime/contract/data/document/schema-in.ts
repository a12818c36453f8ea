import { rememberedByKey, rememberedByObject } from '@concordat/runtime/bounded'
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

/** A document, reduced to what its schemas can refer to. */
export type SchemaScope = Pick<DocumentDescriptor, 'definitions'>

const schemasOf = rememberedByObject(
  (definitions: SchemaScope['definitions']) => new Schemas(definitions, compilerOf({ definitions }, 1)),
)

/** A schema in a document. Anything that is not a schema allows every value. */
export function schemaIn(document: SchemaScope, written: unknown): Schema {
  return schemasOf(document.definitions).of(written)
}

/**
 * If a pattern takes too long on a string, it accepts the string, because a value that cannot be tested is
 * not judged.
 */
const compile = linearPattern({ tooLong: 'accept' })

function compilerOf({ definitions }: SchemaScope, maxIssues: number): ReturnType<typeof createValidator> {
  return createValidator(definitions, { maxIssues, compilePattern: compile })
}

/** Compiles each of a document's schemas once. @param maxIssues maximum number of issues for one value. */
export function documentValidator(
  document: SchemaScope,
  maxIssues: number,
): (schema: JsonSchema) => Validate {
  const compileSchema = compilerOf(document, maxIssues)
  const compiled = new Map<JsonSchema, Validate>()
  return (schema) => {
    const validate = compiled.get(schema) ?? compileSchema(schema)
    compiled.set(schema, validate)
    return validate
  }
}

/**
 * Keywords that apply schemas to the same value. `not` is excluded, because it describes values that are not
 * allowed.
 */
const IN_PLACE: ReadonlySet<string> = new Set(
  keywordsWith({ kind: 'in-place' }).filter((name) => name !== 'not'),
)
const ALL_OF: ReadonlySet<string> = new Set(['allOf'])
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])

/**
 * The given schemas, and all schemas that apply to the same value, with references followed. All alternatives
 * are included, because any of them can apply.
 */
export function schemasThatMayApply(schemas: readonly Schema[]): readonly Schema[] {
  return withThose(schemas, IN_PLACE)
}

/**
 * The schemas that apply to a value. Unlike `schemasThatMayApply`, includes only the alternatives that allow
 * the value, or all alternatives if none of them allows it.
 */
export function schemasAppliedTo(schemas: readonly Schema[], value: unknown): readonly Schema[] {
  const found = new Set(schemas)
  for (const schema of found) {
    for (const part of partAt(schema, schema.document.resolve(schema.own.$ref))) found.add(part)
    const { anyOf = [], oneOf = [] } = schema.own
    const alternatives = [...anyOf, ...oneOf].map((written) => schema.document.of(written))
    const fitting = alternatives.filter((each) => each.allows(value))
    for (const each of fitting.length > 0 ? fitting : alternatives) found.add(each)
    const kinds = kindsOf(schema)
    const kind = kinds.get(String(memberOf(value, schema.own.discriminator?.propertyName ?? '')))
    for (const each of kind === undefined ? kinds.values() : [kind]) found.add(each)
    forEachSubschema(schema.own, (written, keyword) => {
      if (IN_PLACE.has(String(keyword)) && !ALTERNATIVES.has(String(keyword)))
        found.add(schema.document.of(written))
    })
  }
  return [...found]
}

/** The given schemas, and all schemas that each of their values must match because of `$ref` and `allOf`. */
export function schemasThatMustApply(schemas: readonly Schema[]): readonly Schema[] {
  return withThose(schemas, ALL_OF)
}

/**
 * The subtypes of a schema with a discriminator, keyed by the values that select them; empty if the
 * discriminator selects alternatives.
 */
function kindsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const { discriminator, anyOf, oneOf } = schema.own
  if (discriminator === undefined || anyOf !== undefined || oneOf !== undefined) return new Map()
  return new Map(
    Object.entries(discriminator.mapping ?? {}).flatMap(([value, reference]) => {
      const target = schema.document.resolve(reference)
      return target === undefined ? [] : [[value, schema.document.of(target)] as const]
    }),
  )
}

/**
 * The given schemas, and the schemas that they refer to or contain in the given keywords, at any depth; for
 * `IN_PLACE`, also their subtypes.
 */
function withThose(schemas: readonly Schema[], keywords: ReadonlySet<string>): readonly Schema[] {
  const found = new Set(schemas)
  for (const schema of found) {
    for (const part of partAt(schema, schema.document.resolve(schema.own.$ref))) found.add(part)
    if (keywords === IN_PLACE) for (const kind of kindsOf(schema).values()) found.add(kind)
    forEachSubschema(schema.own, (written, keyword) => {
      if (keywords.has(String(keyword))) found.add(schema.document.of(written))
    })
  }
  return [...found]
}

/** The schemas that a schema itself declares for a member, in `properties` or with a pattern. */
export function schemasOfMember(schema: Schema, name: string): readonly Schema[] {
  const { properties = {}, patternProperties = {} } = schema.own
  const patterns = Object.entries(patternProperties)
  return [
    ...(Object.hasOwn(properties, name) ? partAt(schema, properties[name]) : []),
    ...patterns.flatMap(([pattern, part]) =>
      documentsNameByPattern(pattern, name) ? partAt(schema, part) : [],
    ),
  ]
}

/** The schema that a schema itself declares for an item, by index or for all items. */
export function schemasOfItem(schema: Schema, index: number): readonly Schema[] {
  return partAt(schema, schema.own.prefixItems?.[index] ?? schema.own.items)
}

function partAt(schema: Schema, written: unknown): readonly Schema[] {
  return written === undefined ? [] : [schema.document.of(written)]
}

interface ItemBounds {
  readonly least: number
  /** Infinite if unbounded. */
  readonly most: number
  /** True if items must be unique. */
  readonly isUnique: boolean
}

/** Minimum and maximum length of a list. A tuple that forbids further items limits the length. */
export function documentedItemBounds({ keywords, items }: Schema): ItemBounds {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, prefixItems = [], uniqueItems } = keywords
  const most = items.values.areNone ? Math.min(maxItems, prefixItems.length) : maxItems
  return { least: minItems, most, isUnique: uniqueItems === true }
}

/** Members that an object can have by name: its properties, followed by other required members. */
export function documentedMembers(schema: Schema): readonly (readonly [name: string, member: Schema])[] {
  const { properties, required } = schema
  const unnamed = [...required].filter((name) => !properties.has(name))
  return [...properties, ...unnamed.map((name) => [name, otherMember(schema, name)] as const)]
}

/**
 * The schema for a member that is not a property: the schema of the first pattern that matches its name, or
 * else the schema for all other members.
 */
function otherMember(schema: Schema, name: string): Schema {
  const patterns = Object.entries(schema.keywords.patternProperties ?? {})
  const [, written] = patterns.find(([pattern]) => documentsNameByPattern(pattern, name)) ?? []
  return written === undefined ? schema.additionalProperties : schema.document.of(written)
}

/**
 * No pattern is allowed to take long on any name, because neither patterns in documents nor names from
 * servers are trusted.
 */
const patternOf = rememberedByKey((pattern: string): Pick<Pattern, 'test'> => {
  try {
    return compile(pattern)
  } catch {
    return ANYTHING
  }
})

const ANYTHING = { test: () => true }

/** True if a pattern matches a name, or if it cannot be parsed, because the name might then be documented. */
export function documentsNameByPattern(pattern: string, name: string): boolean {
  return patternOf(pattern).test(name)
}
