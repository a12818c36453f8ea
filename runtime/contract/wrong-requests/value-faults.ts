import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import {
  type FlatSchema,
  flatSchema,
  propertiesOf,
  requiredOf,
  schemaIn,
  typesOf,
} from '../document/flat-schema.ts'
import { namesOf } from '../values/names.ts'
import { fitsPattern } from '../values/pattern.ts'
import { sample } from '../values/sample.ts'

/** A value that breaks one keyword of its schema, perhaps deep inside. */
export interface ValueFault {
  /** Property names and indexes down to the fault. */
  readonly path: readonly string[]
  readonly keyword: string
  /** The whole value, broken there. */
  readonly value: unknown
}

type Definitions = Readonly<Record<string, JsonSchema>>

const MAX_DEPTH = 4
/** A longer text or list would test the limits of requests, not of the schema. */
const LONGEST = 5000
const FOREIGN = 'concordat_undocumented'

/**
 * Breaks a valid value in every way that its schema names, one at a time. Whether the schema as a whole refuses the result
 * is for its validator to say: an alternative may allow it.
 */
export function* faultsOf(
  schema: unknown,
  value: unknown,
  definitions: Definitions,
  depth = 0,
): Generator<ValueFault> {
  yield* ownFaultsOf(schema, value, definitions)
  if (depth >= MAX_DEPTH) return
  const flat = flatSchema(schema, definitions)
  const properties = propertiesOf(schema, definitions)
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = properties.get(name) ?? flat['additionalProperties']
      for (const fault of faultsOf(inner, member, definitions, depth + 1))
        yield { ...fault, path: [name, ...fault.path], value: { ...value, [name]: fault.value } }
    }
  } else if (Array.isArray(value) && value.length > 0) {
    for (const fault of faultsOf(flat['items'], value[0], definitions, depth + 1))
      yield { ...fault, path: ['0', ...fault.path], value: [fault.value, ...value.slice(1)] }
  }
}

/** The faults of the value itself, not of its members. */
export function* ownFaultsOf(
  schema: unknown,
  value: unknown,
  definitions: Definitions,
): Generator<ValueFault> {
  const flat = flatSchema(schema, definitions)
  yield* scalars(flat, value)
  if (Array.isArray(value)) yield* listFaults(flat, value, definitions)
  if (!isObject(value)) return
  for (const name of requiredOf(schema, definitions)) {
    const { [name]: _, ...rest } = value
    yield { path: [name], keyword: 'required', value: rest }
  }
  if (flat['additionalProperties'] === false)
    yield { path: [FOREIGN], keyword: 'additionalProperties', value: { ...value, [FOREIGN]: true } }
}

function* scalars(flat: FlatSchema, value: unknown): Generator<ValueFault> {
  const broken = (keyword: string, wrong: unknown): ValueFault => ({ path: [], keyword, value: wrong })
  const types = typesOf(flat)
  if (types.length > 0) {
    yield broken('type', wrongType(types))
    if (types.includes('integer') && !types.includes('number')) yield broken('type', 1.5)
    if (!types.includes('null')) yield broken('type', null)
  }
  if (Array.isArray(flat['enum'])) yield broken('enum', outside(flat['enum']))
  if ('const' in flat) yield broken('const', outside([flat['const']]))
  if (typeof value === 'string') {
    for (const [keyword, wrong] of textFaults(flat, value)) yield broken(keyword, wrong)
  }
  if (typeof value === 'number') {
    for (const [keyword, wrong] of numberFaults(flat, value)) yield broken(keyword, wrong)
  }
}

/** JSON has types: a number is no text in it, and a text no number. */
function wrongType(types: readonly string[]): unknown {
  if (!types.includes('string')) return `not-a-${types[0]}`
  return types.includes('number') || types.includes('integer') ? { not: 'a text' } : 12345
}

function outside(values: readonly unknown[]): unknown {
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length > 0 ? Math.max(...numbers) + 1 : 'not-one-of-these'
}

export function* textFaults(flat: FlatSchema, value: string): Generator<[keyword: string, value: string]> {
  const { minLength, maxLength, pattern, format } = flat
  if (typeof minLength === 'number' && minLength > 0) yield ['minLength', value.slice(0, minLength - 1)]
  if (typeof maxLength === 'number' && maxLength <= LONGEST)
    yield ['maxLength', value.padEnd(maxLength + 1, 'x')]
  const unfit = [`${value} !`, '!', ''].find(
    (text) => typeof pattern === 'string' && !fitsPattern(text, pattern),
  )
  if (unfit !== undefined) yield ['pattern', unfit]
  if (typeof format === 'string') yield ['format', `not-a-${format}`]
}

export function* numberFaults(flat: FlatSchema, value: number): Generator<[keyword: string, value: number]> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = flat
  if (typeof minimum === 'number') yield ['minimum', minimum - 1]
  if (typeof maximum === 'number') yield ['maximum', maximum + 1]
  if (typeof exclusiveMinimum === 'number') yield ['exclusiveMinimum', exclusiveMinimum]
  if (typeof exclusiveMaximum === 'number') yield ['exclusiveMaximum', exclusiveMaximum]
  if (typeof multipleOf === 'number') yield ['multipleOf', value + multipleOf / 2]
}

function* listFaults(
  flat: FlatSchema,
  value: readonly unknown[],
  definitions: Definitions,
): Generator<ValueFault> {
  const { minItems, maxItems, uniqueItems } = flat
  const [first] = value
  if (typeof minItems === 'number' && minItems > 0)
    yield { path: [], keyword: 'minItems', value: value.slice(0, minItems - 1) }
  if (first === undefined) return
  if (typeof maxItems === 'number' && maxItems <= LONGEST)
    yield { path: [], keyword: 'maxItems', value: tooMany(flat, { most: maxItems, first, definitions }) }
  if (uniqueItems === true) yield { path: [], keyword: 'uniqueItems', value: [first, first] }
}

/** One item more than allowed; all different where repetition is another fault. */
function tooMany(
  { items, uniqueItems }: FlatSchema,
  { most, first, definitions }: { most: number; first: unknown; definitions: Definitions },
): unknown[] {
  const same = Array.from({ length: most + 1 }, () => first)
  if (uniqueItems !== true) return same
  const names = namesOf('one too many')
  const made = new Map<string, unknown>()
  for (let attempt = 0; made.size <= most && attempt < 3 * (most + 1); attempt++) {
    const item = sample(schemaIn({ definitions }, items), { names, variant: 'full' })
    made.set(JSON.stringify(item), item)
  }
  return made.size > most ? [...made.values()] : same
}
