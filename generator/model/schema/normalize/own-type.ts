import { pointerBelow } from '@concordat/runtime/pointer'
import { isComposedSchema } from '@concordat/runtime/schema-view'
import { alternativesOf, keywordsWith } from '@concordat/runtime/subschemas'
import type { SchemaObject } from '../../../document/document.ts'
import { ABSENT_READING } from '../../../errors/problem.ts'
import type { SchemaContext, SchemaPosition } from './context.ts'
import { intersectValueTypes, type ValueTypes, valueTypesNamed } from './keywords/value-types.ts'

/** Result of reading a schema's `type`, which can contradict the schema's other keywords. */
interface OwnType {
  /** The schema, without a `type` that was written by mistake. */
  readonly input: SchemaObject
  /** True if null is allowed in addition to the schema's other values. */
  readonly isNullable: boolean
  /** True if no value can match the schema. */
  readonly isNothing: boolean
}

/**
 * Reads a `type` that contradicts the schema's `$ref`, parts and alternatives:
 * - "null" is allowed in addition to the values that they allow: .NET writes `{ type: 'null', allOf: [{ $ref
 * }] }`.
 * - "object" is ignored if it has no object keywords beside it and the other schemas exclude objects.
 * - In any other case, no value matches.
 */
export function readOwnType(input: SchemaObject, position: SchemaPosition): OwnType {
  if (!isComposedSchema(input) || input.nullable === true) return asWritten(input)
  const rest = typesBeside(input, position.context)
  if (rest === undefined) return asWritten(input)
  if (rest.size === 0) return nothing(input, position)
  const own = valueTypesNamed(input.type)
  return own === undefined ? asWritten(input) : fitType(input, { own, rest }, position)
}

function asWritten(input: SchemaObject): OwnType {
  return { input, isNullable: false, isNothing: false }
}

/**
 * Types that `$ref`, parts and alternatives all allow; `undefined` if any type is allowed, or if one of them
 * allows no type.
 */
function typesBeside(schema: SchemaObject, context: SchemaContext): ValueTypes {
  if (!isComposedSchema(schema)) return undefined
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const conjuncts = [
    ...($ref === undefined ? [] : [context.types({ $ref })]),
    ...allOf.map((part) => context.types(part)),
    ...[anyOf, oneOf].filter(({ length }) => length > 0).map((each) => context.types({ anyOf: each })),
  ]
  // A contradiction inside one of these schemas is ignored here, because it is reported at that schema.
  return conjuncts.some((types) => types?.size === 0)
    ? undefined
    : conjuncts.reduce<ValueTypes>(intersectValueTypes, undefined)
}

/** The types that a schema's `type` allows, and those that its other keywords allow. */
interface Sides {
  readonly own: NonNullable<ValueTypes>
  readonly rest: NonNullable<ValueTypes>
}

function fitType(input: SchemaObject, { own, rest }: Sides, position: SchemaPosition): OwnType {
  const isNullable = own.has('null') && !rest.has('null')
  const others = isNullable ? new Set([...own].filter((type) => type !== 'null')) : own
  const isStray = isStrayObject(input, { own: others, rest }, position.context)
  const isMeant = others.size > 0 && !isStray
  if (isMeant && !mayShare(others, rest)) return nothing(input, position)
  if (isMeant && !isNullable) return asWritten(input)
  report({ isNullable, isStray }, position)
  return { input: isMeant ? withoutNull(input) : withoutType(input), isNullable, isNothing: false }
}

/**
 * True for `type: object` without other object keywords, if the schemas next to it, or one of the
 * alternatives, exclude objects.
 */
function isStrayObject(input: SchemaObject, { own, rest }: Sides, context: SchemaContext): boolean {
  if (own.size !== 1 || !own.has('object') || hasMembers(input)) return false
  return !mayShare(own, rest) || alternativesOf(input).some((each) => !mayShare(own, context.types(each)))
}

function withoutNull(input: SchemaObject): SchemaObject {
  return { ...input, type: [input.type ?? []].flat().filter((type) => type !== 'null') }
}

function withoutType({ type: _, ...input }: SchemaObject): SchemaObject {
  return input
}

/** Object keywords. If a schema has one of them, its type "object" is intended. */
const OF_OBJECTS = [
  ...keywordsWith({ kind: 'child', about: 'object' }),
  ...keywordsWith({ kind: 'assertion', about: 'object' }),
]

/** True for `type: object` without any keyword that restricts the object. */
export function isBareObject(schema: SchemaObject | boolean): boolean {
  return (
    typeof schema === 'object' && schema.type === 'object' && !isComposedSchema(schema) && !hasMembers(schema)
  )
}

function hasMembers(input: SchemaObject): boolean {
  return OF_OBJECTS.some((keyword) => keyword in input)
}

function mayShare(left: ValueTypes, right: ValueTypes): boolean {
  return intersectValueTypes(left, right)?.size !== 0
}

function report(
  { isNullable, isStray }: { readonly isNullable: boolean; readonly isStray: boolean },
  { place, context }: SchemaPosition,
): void {
  const told = { code: 'nothing-allowed', severity: 'warning', place: pointerBelow(place, 'type') } as const
  if (isNullable)
    context.report({
      ...told,
      message: 'The type "null" is next to a keyword that excludes null, so null is not allowed.',
      reading: 'null in addition to the values that the schema allows',
      fix: 'write `anyOf: [{ $ref: … }, { type: "null" }]`.',
    })
  if (isStray)
    context.report({
      ...told,
      message: 'The type "object" excludes values that the schemas next to it allow.',
      reading: ABSENT_READING,
      fix: 'remove "type".',
    })
}

function nothing(input: SchemaObject, { place, context }: SchemaPosition): OwnType {
  context.report({
    code: 'nothing-allowed',
    severity: 'warning',
    place,
    message: 'The parts of the schema require values of different types, so no value is valid.',
    reading: 'never: no value fits',
    fix: 'give all parts a common type, or use "anyOf" if any of the types is allowed.',
  })
  return { input, isNullable: false, isNothing: true }
}
