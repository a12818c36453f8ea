import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '../../../document/document.ts'
import type { ProblemAtPointer } from '../../../errors/problem-at-pointer.ts'
import type { SchemaPosition } from './context.ts'
import { listedValueType, type ValueTypes, valueTypesNamed } from './keywords/value-types.ts'

/**
 * Reads the values of `enum` or `const` as values of the schema's type. Values of other types are reported
 * and, where possible, converted, because quotes in YAML are often missing or needless. If the type is an
 * array but no value is one, the values describe the items.
 */
export function readListedValues(input: SchemaObject, position: SchemaPosition): SchemaObject {
  if (input.enum === undefined && !('const' in input)) return input
  const { place, context } = position
  if (input.enum?.length === 0) context.report(noValue(pointerBelow(place, 'enum')))
  const types = valueTypesNamed(input.type)
  if (types === undefined) return input
  const keyword = 'const' in input ? 'const' : 'enum'
  const values = keyword === 'const' ? [input.const] : (input.enum ?? [])
  const isOfType = (value: unknown) =>
    types.has(listedValueType(value)) || (value === null && input.nullable === true)
  if (values.every(isOfType)) return input
  const listed = { keyword, values, types, isOfType } as const
  return isOfItems(listed) ? readAsOfItems(input, listed, position) : readAsOfType(input, listed, position)
}

/** Values of `enum` or `const`, some of which do not have the schema's type. */
interface Listed {
  readonly keyword: 'const' | 'enum'
  readonly values: readonly unknown[]
  readonly types: NonNullable<ValueTypes>
  isOfType(value: unknown): boolean
}

/**
 * True if the type is "array" but no value of the enum is an array, so that the values describe the items.
 */
function isOfItems({ keyword, values, types }: Listed): boolean {
  return keyword === 'enum' && types.size === 1 && types.has('array') && !values.some(Array.isArray)
}

function readAsOfItems(
  input: SchemaObject,
  listed: Listed,
  { place, context }: SchemaPosition,
): SchemaObject {
  context.report({
    ...misfits(input, listed, place),
    reading: '"enum" of the items',
    fix: 'move "enum" into "items".',
  })
  return withItems(input, listed.values)
}

function readAsOfType(input: SchemaObject, listed: Listed, { place, context }: SchemaPosition): SchemaObject {
  const read = readable(listed)
  const isNever = read.length === 0
  context.report({
    ...misfits(input, listed, place),
    ...(isNever && { code: 'nothing-allowed' }),
    reading: isNever ? 'never: no value fits' : texts(read),
    fix: 'write values of the type that the schema specifies, or correct the type.',
  })
  const { const: _, ...others } = input
  const isNull = read.includes(null) && !listed.isOfType(null)
  return { ...others, enum: read, ...(isNull && { type: [...[input.type ?? []].flat(), 'null'] }) }
}

function misfits({ type }: SchemaObject, { keyword, values, isOfType }: Listed, place: string) {
  return {
    code: 'wrong-value',
    severity: 'warning',
    place: pointerBelow(place, keyword),
    message: `${keyword === 'const' ? 'The value of "const" does' : 'These values of "enum" do'} not have the type ${named(type)}: ${texts(values.filter((value) => !isOfType(value)))}.`,
  } as const
}

function noValue(place: string): ProblemAtPointer {
  return {
    code: 'nothing-allowed',
    severity: 'warning',
    place,
    message: 'The list of values is empty, so no value is valid.',
    reading: 'never: no value fits',
    fix: 'list the values, or remove "enum".',
  }
}

function named(type: SchemaObject['type']): string {
  return [type ?? []]
    .flat()
    .map((word) => `"${word}"`)
    .join(' or ')
}

function texts(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

/** The values that are null or have an allowed type, after conversion where possible. */
function readable({ values, types, isOfType }: Listed): readonly unknown[] {
  return values
    .map((value) => (isOfType(value) || value === null ? value : converted(value, types)))
    .filter((value) => value !== undefined)
}

/**
 * Converts a value to an allowed type in which it is spelled the same, such as "true" to true; `undefined` if
 * there is none.
 */
function converted(value: unknown, types: NonNullable<ValueTypes>): unknown {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  if (!isScalar) return undefined
  const text = String(value)
  if (types.has('string')) return text
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) && types.has(listedValueType(number)) ? number : undefined
}

/**
 * Moves an array schema's enum to its items. The enum is dropped if the items are a tuple or a boolean
 * schema.
 */
function withItems({ enum: _, ...input }: SchemaObject, values: readonly unknown[]): SchemaObject {
  const { items } = input
  const isOne = items === undefined || (typeof items === 'object' && !Array.isArray(items))
  return isOne ? { ...input, items: { ...items, enum: values } } : input
}
