import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { conditionalSchemas, Fact, forbidsAll, isSaid, ownTypes } from '@concordat/runtime/schema-view'
import { composedOf, keywordsOf } from '@concordat/runtime/subschemas'
import { closure, definitionName } from '../../../model/schema/references.ts'

/** Keyword of schemas with all members: which of its properties are keys of a map, by `propertyNames`. */
const KEYS = 'x-keys'

/** Context in which a schema is read. */
export interface ShownContext {
  readonly definitions: ReadonlyMap<string, JsonSchema>
  readonly properties: {
    /** The only values that a schema allows. */
    listed(schema: JsonSchema): ReadonlySet<unknown> | undefined
  }
  /** The schemas whose compositions the schema is a part of, from the inside out. */
  readonly enclosing: readonly SchemaObject[]
  /** True if a schema also allows values that it does not list. */
  isOpen(schema: SchemaObject): boolean
}

type Definitions = ShownContext['definitions']

/** Keywords beside `properties` and `additionalProperties` that determine the members of objects. */
const OTHERS = ['if', 'dependentSchemas', 'allOf', 'unevaluatedProperties', 'propertyNames'] as const

/**
 * The schema with all members of its objects in `properties` and `additionalProperties`, which a
 * type shows: those that only a condition declares, those that `unevaluatedProperties` allows,
 * and the names in `propertyNames`.
 */
export function withShownMembers(schema: SchemaObject, context: ShownContext): SchemaObject {
  if (!OTHERS.some((keyword) => keyword in schema) || !isOfObjects(schema, context)) return schema
  return withListedNames(withUnevaluated(withConditional(schema, context), context), context)
}

/** The names of its properties that are keys of a map. */
export function listedKeys({ [KEYS]: keys = [] }: SchemaObject): readonly unknown[] {
  return Array.isArray(keys) ? keys : []
}

/**
 * True for a schema whose type is object, by itself or by the schema that it is a part of. Others have
 * members only if they are objects, which no type says.
 */
function isOfObjects(schema: SchemaObject, { definitions, enclosing }: ShownContext): boolean {
  const isSaidHere = (part: SchemaObject) => ownTypes(part)?.includes('object') === true
  const isObject = new Fact(
    (reference) => definitions.get(definitionName(reference) ?? ''),
    isSaid(isSaidHere),
  )
  let inner = schema
  for (const holder of enclosing) {
    if (holder.allOf?.includes(inner) !== true) break
    if (isObject.of(holder)) return true
    inner = holder
  }
  return isObject.of(schema)
}

/** A property that only conditions declare is optional, and has the type that any of them gives it. */
function withConditional(schema: SchemaObject, context: ShownContext): SchemaObject {
  const [holder] = context.enclosing
  // The schema around the parts shows theirs, because several parts speak of one property.
  if (holder?.allOf?.includes(schema) === true) return schema
  const parts = [...closure<JsonSchema>([schema], (part) => keywordsOf(part).allOf ?? [])].map(keywordsOf)
  const conditional = parts.flatMap(conditionalSchemas)
  // A closed schema knows its own properties alone.
  const isClosed = parts.some(({ additionalProperties }) => additionalProperties === false)
  if (conditional.length === 0 || isClosed) return schema
  const { definitions, enclosing } = context
  const declared = new Set(
    [
      ...closure<JsonSchema>([schema], (part) => applied(part, definitions)),
      ...closure<JsonSchema>(enclosing, (part) => together(part, definitions)),
    ].flatMap(namesOf),
  )
  const found = new Map<string, JsonSchema[]>()
  for (const part of closure(conditional, (each) => appliedAtAll(each, definitions)))
    for (const [name, property] of Object.entries(keywordsOf(part).properties ?? {}))
      if (!declared.has(name) && !isNothing(property)) found.set(name, [...(found.get(name) ?? []), property])
  // A condition asks for one value among others.
  for (const name of parts.flatMap((part) => namesOf(part.if ?? true)))
    if (!declared.has(name) && !found.has(name)) found.set(name, [true])
  return withProperties(
    schema,
    [...found].map(([name, schemas]) => [name, anyOf(schemas)]),
  )
}

/**
 * Treats `unevaluatedProperties` as `additionalProperties`, which does not know the properties that other
 * parts of the schema declare: any member may have their types.
 */
function withUnevaluated(schema: SchemaObject, { definitions }: ShownContext): SchemaObject {
  const { unevaluatedProperties: rest = false, additionalProperties } = schema
  if (rest === false || additionalProperties !== undefined) return schema
  const parts = closure(appliedAtAll(schema, definitions), (part) => appliedAtAll(part, definitions))
  // The types of own properties are added where the members are printed.
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

/** Each listed name is a property, and there are no others. */
function withListedNames(schema: SchemaObject, context: ShownContext): SchemaObject {
  const { propertyNames, patternProperties, additionalProperties = true } = schema
  const isOpen = additionalProperties !== false && patternProperties === undefined
  if (propertyNames === undefined || !isOpen) return schema
  const listing = closure([propertyNames], (part) => together(part, context.definitions))
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

/** Schemas that hold of the same value whatever it is. */
function together(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const { $ref, allOf = [] } = keywordsOf(schema)
  return [...targetOf($ref, definitions), ...allOf]
}

/** Schemas that `together` gives, and the alternatives. */
function applied(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const keywords = keywordsOf(schema)
  return [...targetOf(keywords.$ref, definitions), ...composedOf(keywords)]
}

function targetOf(reference: string | undefined, definitions: Definitions): readonly JsonSchema[] {
  const target = definitions.get(definitionName(reference) ?? '')
  return target === undefined ? [] : [target]
}

/** Schemas that `applied` gives, and those under a condition. */
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
