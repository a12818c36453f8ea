import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import {
  conditionalSchemas,
  forbidsAll,
  ownTypes,
  SchemaFact,
  statedFact,
} from '@concordat/runtime/schema-view'
import { composedOf, keywordsOf } from '@concordat/runtime/subschemas'
import { reachableDefinitions, referredNamedSchema } from '../../../model/schema/references.ts'

/**
 * Keyword in schemas that `loweredWithShownMembers` returns: the names of properties that are map keys from
 * `propertyNames`.
 */
const KEYS = 'x-keys'

/** Context for reading a schema. */
export interface ShownContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  readonly properties: {
    /** Enumerated values of a schema. */
    listed(schema: JsonSchema): ReadonlySet<unknown> | undefined
  }
  /** Schemas whose compositions contain the current schema, innermost first. */
  readonly enclosing: readonly SchemaObject[]
  /** True if a schema also allows values that it does not enumerate. */
  isOpen(schema: SchemaObject): boolean
}

type Definitions = ShownContext['definitions']

/** Other keywords that determine an object's properties. */
const OTHERS = ['if', 'dependentSchemas', 'allOf', 'unevaluatedProperties', 'propertyNames'] as const

/**
 * Adds to `properties` and `additionalProperties` the properties that only other keywords state, so that
 * types show them: those under conditions, those from `unevaluatedProperties`, and the names in
 * `propertyNames`.
 */
export function loweredWithShownMembers(schema: SchemaObject, context: ShownContext): SchemaObject {
  if (!OTHERS.some((keyword) => keyword in schema) || !isOfObjects(schema, context)) return schema
  return withListedNames(withUnevaluated(withConditional(schema, context), context), context)
}

/** Names of properties that are map keys. */
export function loweredMapKeys({ [KEYS]: keys = [] }: SchemaObject): readonly unknown[] {
  return Array.isArray(keys) ? keys : []
}

/**
 * True if the schema, or a schema that contains it in `allOf`, has the type object. Without that type,
 * `properties` applies only to values that happen to be objects.
 */
function isOfObjects(schema: SchemaObject, { definitions, enclosing }: ShownContext): boolean {
  const isSaidHere = (part: SchemaObject) => ownTypes(part)?.includes('object') === true
  const isObject = new SchemaFact(
    (reference) => definitions.get(referredNamedSchema(reference) ?? ''),
    statedFact(isSaidHere),
  )
  let inner = schema
  for (const holder of enclosing) {
    if (holder.allOf?.includes(inner) !== true) break
    if (isObject.of(holder)) return true
    inner = holder
  }
  return isObject.of(schema)
}

/**
 * Adds properties that are declared only under conditions. They are optional, and have the union of their
 * types under all conditions.
 */
function withConditional(schema: SchemaObject, context: ShownContext): SchemaObject {
  const [holder] = context.enclosing
  // Left to the enclosing schema, because several of its parts can declare the same property.
  if (holder?.allOf?.includes(schema) === true) return schema
  const parts = [...reachableDefinitions<JsonSchema>([schema], (part) => keywordsOf(part).allOf ?? [])].map(
    keywordsOf,
  )
  const conditional = parts.flatMap(conditionalSchemas)
  // A closed schema has no properties except its own, so none are added.
  const isClosed = parts.some(({ additionalProperties }) => additionalProperties === false)
  if (conditional.length === 0 || isClosed) return schema
  const { definitions, enclosing } = context
  const declared = new Set(
    [
      ...reachableDefinitions<JsonSchema>([schema], (part) => applied(part, definitions)),
      ...reachableDefinitions<JsonSchema>(enclosing, (part) => together(part, definitions)),
    ].flatMap(namesOf),
  )
  const found = new Map<string, JsonSchema[]>()
  for (const part of reachableDefinitions(conditional, (each) => appliedAtAll(each, definitions)))
    for (const [name, property] of Object.entries(keywordsOf(part).properties ?? {}))
      if (!declared.has(name) && !isNothing(property)) found.set(name, [...(found.get(name) ?? []), property])
  // The type can be anything, because a condition tests for only one of several possible values.
  for (const name of parts.flatMap((part) => namesOf(part.if ?? true)))
    if (!declared.has(name) && !found.has(name)) found.set(name, [true])
  return withProperties(
    schema,
    [...found].map(([name, schemas]) => [name, anyOf(schemas)]),
  )
}

/**
 * Converts `unevaluatedProperties` to `additionalProperties`. Because `additionalProperties` ignores the
 * properties of other parts, the types of these are allowed for every property.
 */
function withUnevaluated(schema: SchemaObject, { definitions }: ShownContext): SchemaObject {
  const { unevaluatedProperties: rest = false, additionalProperties } = schema
  if (rest === false || additionalProperties !== undefined) return schema
  const parts = reachableDefinitions(appliedAtAll(schema, definitions), (part) =>
    appliedAtAll(part, definitions),
  )
  // Types of own properties are left out, because they are added when the properties are printed.
  const own = new Set(namesOf(schema))
  const others = [...parts]
    .map(keywordsOf)
    .flatMap((part) => [
      ...Object.entries(part.properties ?? {}).flatMap(([name, type]) => (own.has(name) ? [] : [type])),
      ...Object.values(part.patternProperties ?? {}),
      ...[part.additionalProperties, part.unevaluatedProperties].filter((each) => each !== undefined),
    ])
  const types = [rest, ...others.filter((other) => !isNothing(other))]
  return { ...schema, additionalProperties: types.includes(true) ? true : anyOf(types) }
}

/** Turns each name that `propertyNames` enumerates into a property, and forbids all others. */
function withListedNames(schema: SchemaObject, context: ShownContext): SchemaObject {
  const { propertyNames, patternProperties, additionalProperties = true } = schema
  const isOpen = additionalProperties !== false && patternProperties === undefined
  if (propertyNames === undefined || !isOpen) return schema
  const listing = reachableDefinitions([propertyNames], (part) => together(part, context.definitions))
  const names = isNothing(propertyNames) ? new Set() : context.properties.listed(propertyNames)
  if (names === undefined || [...listing].some((part) => context.isOpen(keywordsOf(part)))) return schema
  const own = new Set(namesOf(schema))
  const others = [...names].filter((name) => typeof name === 'string' && !own.has(name))
  const closed = { ...schema, additionalProperties: false, [KEYS]: others }
  return withProperties(
    closed,
    others.map((name) => [String(name), additionalProperties]),
  )
}

function withProperties(
  schema: SchemaObject,
  more: readonly (readonly [string, JsonSchema])[],
): SchemaObject {
  if (more.length === 0) return schema
  const own = Object.entries(schema.properties ?? {})
  return { ...schema, properties: Object.fromEntries([...own, ...more]) }
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only = true] = schemas
  return schemas.length <= 1 ? only : { anyOf: schemas }
}

/** Schemas that always apply to the same value. */
function together(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const { $ref, allOf = [] } = keywordsOf(schema)
  return [...targetOf($ref, definitions), ...allOf]
}

/** The schemas from `together`, and their alternatives. */
function applied(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const keywords = keywordsOf(schema)
  return [...targetOf(keywords.$ref, definitions), ...composedOf(keywords)]
}

function targetOf(reference: string | undefined, definitions: Definitions): readonly JsonSchema[] {
  const target = definitions.get(referredNamedSchema(reference) ?? '')
  return target === undefined ? [] : [target]
}

/** The schemas from `applied`, and those under conditions. */
function appliedAtAll(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const keywords = keywordsOf(schema)
  return [...applied(schema, definitions), ...conditionalSchemas(keywords)]
}

function namesOf(schema: JsonSchema): readonly string[] {
  return Object.keys(keywordsOf(schema).properties ?? {})
}

function isNothing(schema: JsonSchema): boolean {
  return schema === false || forbidsAll(keywordsOf(schema))
}
