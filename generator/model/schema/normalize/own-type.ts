import { below } from '@concordat/runtime/pointer'
import { keywordsWith } from '@concordat/runtime/subschemas'
import type { SchemaObject } from '../../../document/document.ts'
import { isComposed } from './closed-parts.ts'
import type { SchemaPosition } from './context.ts'
import { intersectTypes, namedTypes, type ValueTypes } from './value-types.ts'

/** A schema beside whose `type` stands what may say otherwise. */
interface OwnType {
  /** The schema without a type that is not meant. */
  readonly input: SchemaObject
  /** Whether null is allowed beside whatever the schema says. */
  readonly isNullable: boolean
  /** Whether no value fits. */
  readonly isNothing: boolean
}

/**
 * Reads the `type` of a schema beside its `$ref`, its parts and its alternatives, where no value has both:
 * - null among the types is null beside what the others allow: .NET writes `{ type: 'null', allOf: [{ $ref }] }`.
 * - "object" alone is not meant where an alternative, or all of them, are of other types.
 * - Any other leaves nothing.
 */
export function readOwnType(input: SchemaObject, { place, context }: SchemaPosition): OwnType {
  const asWritten = { input, isNullable: false, isNothing: false }
  if (!isComposed(input)) return asWritten
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = input
  const own = input.nullable === true ? undefined : namedTypes(input.type)
  const conjuncts = [
    ...($ref === undefined ? [] : [context.types({ $ref })]),
    ...allOf.map((part) => context.types(part)),
    ...[anyOf, oneOf].filter(({ length }) => length > 0).map((each) => context.types({ anyOf: each })),
  ]
  const rest = conjuncts.reduce<ValueTypes>(intersectTypes, undefined)
  // What is wrong with one of them is told there.
  if (rest === undefined || conjuncts.some((types) => types?.size === 0)) return asWritten
  if (rest.size === 0 && input.nullable !== true) return nothing(input, { place, context })
  if (own === undefined) return asWritten
  const isNullable = own.has('null') && !rest.has('null')
  const others = new Set([...own].filter((type) => !isNullable || type !== 'null'))
  const isBareObject = others.size === 1 && others.has('object') && !hasMembers(input)
  const isMeant = isBareObject
    ? [...anyOf, ...oneOf].every((each) => mayShare(others, context.types(each))) && mayShare(others, rest)
    : others.size > 0
  if (isMeant && !mayShare(others, rest)) return nothing(input, { place, context })
  if (!isNullable && isMeant) return asWritten
  const { type: _, ...typeless } = input
  report({ isNullable, isMeant: isMeant || others.size === 0 }, { place, context })
  return {
    input: isMeant
      ? { ...input, type: [input.type ?? []].flat().filter((type) => type !== 'null') }
      : typeless,
    isNullable,
    isNothing: false,
  }
}

/** Keywords by which "object" says more than the type. */
const OF_OBJECTS = [
  ...keywordsWith({ kind: 'child', about: 'object' }),
  ...keywordsWith({ kind: 'assertion', about: 'object' }),
]

function hasMembers(input: SchemaObject): boolean {
  return OF_OBJECTS.some((keyword) => keyword in input)
}

function mayShare(left: ValueTypes, right: ValueTypes): boolean {
  return intersectTypes(left, right)?.size !== 0
}

function report(
  { isNullable, isMeant }: { readonly isNullable: boolean; readonly isMeant: boolean },
  { place, context }: SchemaPosition,
): void {
  const told = { code: 'nothing-allowed', severity: 'warning', place: below(place, 'type') } as const
  if (isNullable)
    context.report({
      ...told,
      message: 'The type "null" stands beside what excludes null, so null does not fit.',
      reading: 'null beside the values that the schema allows',
      fix: 'write `anyOf: [{ $ref: … }, { type: "null" }]`.',
    })
  if (!isMeant)
    context.report({
      ...told,
      message:
        'The type "object" stands beside what allows values of other types, which therefore do not fit.',
      reading: ABSENT,
      fix: 'leave "type" out.',
    })
}

const ABSENT = 'if it were not there'

function nothing(input: SchemaObject, { place, context }: SchemaPosition): OwnType {
  context.report({
    code: 'nothing-allowed',
    severity: 'warning',
    place,
    message: 'The parts of the schema ask for values of different types, so no value fits.',
    reading: 'never: no value fits',
    fix: 'let all of them allow a common type, or write "anyOf" if values of any of them are meant.',
  })
  return { input, isNullable: false, isNothing: true }
}
