import { isObject, setAt } from '@concordat/runtime/json'
import type { Schema, SchemaObject } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'
import { BODY_DEPTH } from '../../world/values/depth-limit.ts'
import { namesOfRun } from '../../world/values/names.ts'
import { madeTextFitsPattern } from '../../world/values/pattern.ts'
import { sampleValue } from '../../world/values/sample.ts'

/** A value that breaks one keyword of its schema, possibly deep inside. */
export interface ValueFault {
  /** Property names and indexes on the path to the fault. */
  readonly path: readonly string[]
  readonly keyword: string
  /**
   * The whole value, including the fault. It can be created on access, because copying the whole value takes
   * time.
   */
  readonly value: unknown
}

/** Maximum length of a string or list. A longer one would test limits on the request size, not the schema. */
const LONGEST = 5000
const FOREIGN = 'concordat_undocumented'

/**
 * Changes a valid value so that it violates one keyword of its schema at a time. The schema's validator
 * decides whether the whole schema excludes the result, because an alternative can allow it.
 */
export function* faultyValues(schema: Schema, whole: unknown, deepest = BODY_DEPTH): Generator<ValueFault> {
  for (const { value, beside, path } of breakable.parts(whole, schema, deepest))
    for (const fault of ownFaultsOf(beside, value))
      yield {
        path: [...path, ...fault.path],
        keyword: fault.keyword,
        get value() {
          return setAt(whole, path, fault.value)
        },
      }
}

/** Visits all properties, and the first item of a list. */
const breakable = new ValueWalk<Schema>({
  member: ({ properties, additionalProperties }, name) => properties.get(name) ?? additionalProperties,
  item: ({ items }, index) => (index === 0 ? items : undefined),
})

/** Generates the faults of the value itself, not those of its properties. */
export function* ownFaultsOf(schema: Schema, value: unknown): Generator<ValueFault> {
  yield* scalars(schema, value)
  if (Array.isArray(value)) yield* listFaults(schema, value)
  if (!isObject(value)) return
  for (const name of schema.required)
    yield {
      path: [name],
      keyword: 'required',
      get value() {
        const { [name]: _, ...rest } = value
        return rest
      },
    }
  if (schema.keywords.additionalProperties === false)
    yield { path: [FOREIGN], keyword: 'additionalProperties', value: { ...value, [FOREIGN]: true } }
}

function* scalars({ keywords, types }: Schema, value: unknown): Generator<ValueFault> {
  const broken = (keyword: string, wrong: unknown): ValueFault => ({ path: [], keyword, value: wrong })
  if (types.length > 0) {
    yield broken('type', wrongType(types))
    if (types.includes('integer') && !types.includes('number')) yield broken('type', 1.5)
    if (!types.includes('null')) yield broken('type', null)
  }
  if (keywords.enum !== undefined) yield broken('enum', outside(keywords.enum))
  if ('const' in keywords) yield broken('const', outside([keywords.const]))
  if (typeof value === 'string') {
    for (const [keyword, wrong] of textFaults(keywords, value)) yield broken(keyword, wrong)
  }
  if (typeof value === 'number') {
    for (const [keyword, wrong] of numberFaults(keywords, value)) yield broken(keyword, wrong)
  }
}

/**
 * Returns a value of a disallowed type: a string, a number if strings are allowed, or an object if both are.
 */
function wrongType(types: readonly string[]): unknown {
  if (!types.includes('string')) return `not-a-${types[0]}`
  return types.includes('number') || types.includes('integer') ? { not: 'a text' } : 12345
}

function outside(values: readonly unknown[]): unknown {
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length > 0 ? Math.max(...numbers) + 1 : 'not-one-of-these'
}

export function* textFaults(
  keywords: SchemaObject,
  value: string,
): Generator<[keyword: string, value: string]> {
  const { minLength = 0, maxLength, pattern, format } = keywords
  if (minLength > 0) yield ['minLength', value.slice(0, minLength - 1)]
  if (maxLength !== undefined && maxLength <= LONGEST) yield ['maxLength', value.padEnd(maxLength + 1, 'x')]
  const unfit = [`${value} !`, '!', ''].find(
    (text) => pattern !== undefined && !madeTextFitsPattern(text, pattern),
  )
  if (unfit !== undefined) yield ['pattern', unfit]
  if (format !== undefined) yield ['format', `not-a-${format}`]
}

export function* numberFaults(
  keywords: SchemaObject,
  value: number,
): Generator<[keyword: string, value: number]> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords
  if (minimum !== undefined) yield ['minimum', minimum - 1]
  if (maximum !== undefined) yield ['maximum', maximum + 1]
  if (exclusiveMinimum !== undefined) yield ['exclusiveMinimum', exclusiveMinimum]
  if (exclusiveMaximum !== undefined) yield ['exclusiveMaximum', exclusiveMaximum]
  if (multipleOf !== undefined) yield ['multipleOf', value + multipleOf / 2]
}

function* listFaults(schema: Schema, value: readonly unknown[]): Generator<ValueFault> {
  const { minItems = 0, maxItems, uniqueItems } = schema.keywords
  const [first] = value
  if (minItems > 0) yield { path: [], keyword: 'minItems', value: value.slice(0, minItems - 1) }
  if (first === undefined) return
  if (maxItems !== undefined && maxItems <= LONGEST)
    yield { path: [], keyword: 'maxItems', value: tooMany(schema, { most: maxItems, first }) }
  if (uniqueItems === true) yield { path: [], keyword: 'uniqueItems', value: [first, first] }
}

/**
 * Creates a list with one more item than allowed. If a repeated item would be another fault, tries to make
 * all items distinct.
 */
function tooMany(
  { items, keywords }: Schema,
  { most, first }: { readonly most: number; readonly first: unknown },
): unknown[] {
  const same = Array.from({ length: most + 1 }, () => first)
  if (keywords.uniqueItems !== true) return same
  const names = namesOfRun('one too many')
  const made = new Map<string, unknown>()
  for (let attempt = 0; made.size <= most && attempt < 3 * (most + 1); attempt++) {
    const item = sampleValue(items, { names, variant: 'full' })
    made.set(JSON.stringify(item), item)
  }
  return made.size > most ? [...made.values()] : same
}
