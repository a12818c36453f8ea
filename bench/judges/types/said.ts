import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { statementsOf } from '@concordat/runtime/schema-view'
import { forEachSubschema, mapSubschemas } from '@concordat/runtime/subschemas'

/** Keywords that no type can express, each with the reason. */
const UNSAID: Readonly<Record<string, string>> = {
  minimum: 'a number type allows any number',
  maximum: 'a number type allows any number',
  exclusiveMinimum: 'a number type allows any number',
  exclusiveMaximum: 'a number type allows any number',
  multipleOf: 'a number type allows any number',
  minLength: 'a string type allows any string',
  maxLength: 'a string type allows any string',
  pattern: 'a string type allows any string',
  format: 'a string type allows any string',
  contentMediaType: 'a string type allows any string',
  contentEncoding: 'a string type allows any string',
  contentSchema: 'a string type allows any string',
  minItems: 'a list type allows any length',
  maxItems: 'a list type allows any length',
  uniqueItems: 'a list type cannot compare or count items',
  contains: 'a list type cannot compare or count items',
  minContains: 'a list type cannot compare or count items',
  maxContains: 'a list type cannot compare or count items',
  minProperties: 'an object type allows any property count',
  maxProperties: 'an object type allows any property count',
  patternProperties: 'a type cannot match property names against a pattern',
  not: 'a type cannot exclude the values of another type',
  if: 'a type cannot depend on a value',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: 'a type cannot depend on a value',
  else: 'a type cannot depend on a value',
  dependentRequired: 'a type cannot depend on a value',
  dependentSchemas: 'a type cannot depend on a value',
  unevaluatedProperties: 'a type cannot depend on which properties are evaluated',
  unevaluatedItems: 'a type cannot depend on which items are evaluated',
}

export interface SaidOptions {
  /**
   * True to treat objects as open, because in a literal of a union or an intersection type, properties from
   * all parts count as declared.
   */
  readonly isOpen: boolean
}

/**
 * Reduces a schema to what a type can express. An integer becomes a number, and `oneOf` becomes `anyOf`.
 * Keywords that no type can express are removed. A schema that lists properties or items but has no type
 * becomes an object or list schema.
 */
export function saidOf(schema: JsonSchema, options: SaidOptions): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const { oneOf, ...rest } = mapSubschemas(schema, (inner) => saidOf(inner, options))
  const said = Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword]) => !Object.hasOwn(UNSAID, keyword))
      .filter(([keyword]) => keyword !== 'additionalProperties' || isSaid(rest, options))
      .filter(([keyword]) => keyword !== 'propertyNames' || areNamesSaid(rest, options)),
  )
  const implied =
    statementsOf(schema).find((each) => 'isImplied' in each && each.isImplied)?.kind ??
    (schema.required === undefined ? undefined : 'object')
  const type = withNumbers(said['type'] ?? implied)
  const types = type === undefined ? {} : { type }
  const either = oneOf === undefined ? {} : { allOf: [...(rest.allOf ?? []), { anyOf: oneOf }] }
  return { ...said, ...types, ...either } as SchemaObject
}

/**
 * True if a type expresses `additionalProperties`. An index signature would apply to every property, so it is
 * printed only if no property is declared.
 */
function isSaid(
  { additionalProperties, properties = {}, patternProperties }: SchemaObject,
  { isOpen }: SaidOptions,
): boolean {
  if (patternProperties !== undefined) return false
  return additionalProperties === false ? !isOpen : Object.keys(properties).length === 0
}

/**
 * True if a type expresses `propertyNames`: the names become properties, unless the type has an index
 * signature for `patternProperties`.
 */
function areNamesSaid(schema: SchemaObject, { isOpen }: SaidOptions): boolean {
  return schema.patternProperties === undefined && !isOpen && isOfObjects(schema)
}

function withNumbers(type: unknown): unknown {
  if (Array.isArray(type)) return [...new Set(type.map(withNumbers))]
  return type === 'integer' ? 'number' : type
}

/**
 * Restricts a schema to the properties that it declares in the parts that match a value, as TypeScript does
 * for an object literal.
 */
export function literalOf(schema: JsonSchema): JsonSchema {
  return statementsOf(schema).length === 0
    ? schema
    : { allOf: [declaring(schema)], unevaluatedProperties: false }
}

/**
 * Converts a definition, or a part that applies to the same value, for `literalOf`: nested objects also count
 * as literals.
 */
export function declaring(schema: JsonSchema, isPart = false): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const { allOf, anyOf, oneOf, unevaluatedProperties: others, ...own } = schema
  const isComposed = [schema.$ref, allOf, anyOf, oneOf].some((part) => part !== undefined)
  return {
    ...mapSubschemas(own, literalOf),
    ...(others !== undefined && others !== false && { unevaluatedProperties: literalOf(others) }),
    ...mapSubschemas(conditionsOf(own), (part) => declaring(part, true)),
    ...(allOf !== undefined && { allOf: allOf.map((part) => declaring(part, true)) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((part) => declaring(part)) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map((part) => declaring(part)) }),
    ...(!isPart && !isComposed && declaresNothing(schema) && { additionalProperties: true }),
  }
}

/** The keywords whose schemas apply to the same value under a condition. */
function conditionsOf(schema: SchemaObject): SchemaObject {
  const isCondition = (keyword: string) => ['if', 'then', 'else', 'dependentSchemas'].includes(keyword)
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isCondition(keyword)))
}

/**
 * True for an object schema that declares no properties, and so allows any. In combination with schemas that
 * declare some, it adds nothing.
 */
function declaresNothing(schema: SchemaObject): boolean {
  const members = [
    'properties',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'if',
    'dependentSchemas',
  ]
  return isOfObjects(schema) && !members.some((name) => name in schema)
}

/** True if the schema's own type is object, or one of several types. */
export function isOfObjects(schema: SchemaObject): boolean {
  return statementsOf(schema).some(({ kind }) => kind === 'object' || kind === 'types')
}

/** True if a union or an intersection occurs in a schema or in a schema to which it refers. */
export function hasParts(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): boolean {
  return isSomewhere(
    schema,
    definitions,
    ({ allOf, anyOf, oneOf }) => (allOf ?? anyOf ?? oneOf) !== undefined,
  )
}

/** True if a predicate holds for a schema, for one nested in it, or for one to which it refers. */
export function isSomewhere(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  holds: (schema: SchemaObject) => boolean,
): boolean {
  const seen = new Set<JsonSchema>()
  const visit = (inner: JsonSchema | undefined): boolean => {
    if (typeof inner !== 'object' || seen.has(inner)) return false
    seen.add(inner)
    if (holds(inner) || visit(definitions[inner.$ref?.replace('#/$defs/', '') ?? ''])) return true
    let isFound = false
    forEachSubschema(inner, (below) => {
      isFound ||= visit(below)
    })
    return isFound
  }
  return visit(schema)
}
