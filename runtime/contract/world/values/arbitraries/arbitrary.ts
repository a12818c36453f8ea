import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import { EACH, foldSchema, type Place } from '@concordat/runtime/schema-view'
import * as fc from 'fast-check'
import {
  documentedItemBounds,
  documentedMembers,
  schemasThatMustApply,
} from '../../../data/document/schema-in.ts'
import { sampleDepthLimit } from '../depth-limit.ts'
import { namesOfRun } from '../names.ts'
import { sampleValue } from '../sample.ts'
import { HARD_DEPTH, LONGEST_MADE, Unmakeable } from '../unmakeable.ts'
import { arbitraryIntegers, arbitraryNumbers } from './arbitrary-number.ts'
import { differingArbitrary, fittingArbitrary } from './fitting.ts'

/**
 * Optional properties at a greater depth are omitted; otherwise, values of a recursive schema would be
 * infinite.
 */
const MAX_DEPTH = 4
const MAX_ITEMS = 3
const MAX_LENGTH = 60
/**
 * Range of times. Times far from the present might make a server process years of data, as in a backfill or a
 * schedule.
 */
const TIMES = {
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
}

/**
 * Generates values, most of which the schema allows; each must still be checked by the schema's validator.
 * @throws Unmakeable if the schema has no value, or only values that are too large or too deeply nested to
 * generate.
 */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  return new Maker(schema).make(schema)
}

interface Part extends Place {
  readonly of: (part: Schema, step: string) => fc.Arbitrary<unknown>
}

/**
 * Creates only one arbitrary per schema and depth, because schemas that refer to each other would otherwise
 * exhaust the memory.
 */
class Maker {
  readonly #deepest: number
  readonly #made = new Map<unknown, fc.Arbitrary<unknown>[]>()

  constructor(schema: Schema) {
    this.#deepest = sampleDepthLimit(schema, MAX_DEPTH)
  }

  make(whole: Schema): fc.Arbitrary<unknown> {
    return foldSchema(whole, (place, of) => this.#known({ ...place, of }))
  }

  #known(part: Part): fc.Arbitrary<unknown> {
    const { schema, path } = part
    const depth = path.length
    if (depth > HARD_DEPTH) throw new Unmakeable('every value of the schema is nested too deeply to generate')
    const { written } = schema
    const key = typeof written === 'object' && '$ref' in written ? schema.keywords : schema
    const made = this.#made.get(key) ?? []
    this.#made.set(key, made)
    made[depth] ??= this.#make(part)
    return made[depth]
  }

  #make(part: Part): fc.Arbitrary<unknown> {
    const { schema, of } = part
    const { written, keywords } = schema
    if (schema.values.areNone) throw new Unmakeable('no value matches the schema')
    if ('const' in keywords) return fc.constant(keywords.const)
    if (keywords.enum !== undefined) return fc.constantFrom(...keywords.enum)
    const alternatives = schema.types.map((type) => () => this.#ofType(type, part))
    const { oneOf: one = [], anyOf: any = [] } = typeof written === 'object' ? written : {}
    const others = [...[...one, ...any].slice(1), ...outcomesOf(schema)].map(
      (branch) => () => of(schema.document.of(branch), 'oneOf'),
    )
    const all = [...alternatives, ...others]
    return all.length === 0 ? fc.constant(null) : oneOf(all)
  }

  #ofType(type: string, part: Part): fc.Arbitrary<unknown> {
    if (type === 'object') return this.#objects(part)
    if (type === 'array') return this.#arrays(part)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return arbitraryIntegers(part.schema.keywords)
    if (type === 'number') return arbitraryNumbers(part.schema.keywords)
    return type === 'null' ? fc.constant(null) : texts(part.schema)
  }

  #arrays({ schema, path, of }: Part): fc.Arbitrary<unknown[]> {
    const { least: minLength, most, isUnique } = documentedItemBounds(schema)
    const maxLength = path.length >= this.#deepest ? minLength : Math.min(most, minLength + MAX_ITEMS)
    if (minLength > maxLength) throw new Unmakeable('no list has the required number of items')
    if (minLength > LONGEST_MADE)
      throw new Unmakeable('a list of the required length would be too long to generate')
    if (maxLength === 0) return fc.constant([])
    if (schema.keywords.prefixItems !== undefined) return tuples(schema, { minLength, maxLength, of })
    const item = itemsOf(schema, of(schema.items, EACH), of)
    return (isUnique ? differingArbitrary : fc.array)(item, { minLength, maxLength })
  }

  #objects({ schema, path, of }: Part): fc.Arbitrary<unknown> {
    const { required } = schema
    const members = documentedMembers(schema).filter(
      ([name, member]) =>
        required.has(name) || (path.length < this.#deepest && member.keywords.readOnly !== true),
    )
    const makers = members.map(([name, member]) => [name, () => of(member, name)] as const)
    const arbitraries = Object.fromEntries(
      makers.flatMap(([name, make]) => {
        const made = required.has(name) ? make() : unlessUnmakeable(make)
        return made === undefined ? [] : [[name, made]]
      }),
    )
    const optional = Object.keys(arbitraries).filter((name) => !required.has(name))
    // The set of properties comes first so that it shrinks first: a request that lacks a property is more
    // informative than one with a shorter string.
    const named = fc
      .tuple(fc.subarray(optional), fc.record(arbitraries, { noNullPrototype: true }))
      .map(([kept, whole]) =>
        Object.fromEntries(
          Object.entries(whole).filter(([name]) => required.has(name) || kept.includes(name)),
        ),
      )
    const rest = schema.additionalProperties
    if (typeof rest.written === 'boolean' || members.length > 0 || path.length >= this.#deepest) return named
    const keys = fc.string({ minLength: 1, maxLength: 10 })
    return fc.dictionary(keys, of(rest, 'other'), { maxKeys: MAX_ITEMS, noNullPrototype: true })
  }
}

/** Returns the schemas for both outcomes, true and false, of each of the schema's conditions. */
function outcomesOf(schema: Schema): readonly JsonSchema[] {
  return schemasThatMustApply([schema]).flatMap(
    ({ own: { if: condition, then = true, else: otherwise = true } }) =>
      condition === undefined ? [] : [{ allOf: [condition, then] }, otherwise],
  )
}

/** Generates items for a position in a list, some of which match `contains` if the schema has it. */
function itemsOf(schema: Schema, item: fc.Arbitrary<unknown>, of: Part['of']): fc.Arbitrary<unknown> {
  const { contains } = schema.keywords
  return contains === undefined ? item : fc.oneof(item, of(schema.document.of(contains), EACH))
}

/**
 * Generates lists whose first items have their own schemas. The first optional item without a value ends the
 * list.
 */
function tuples(
  schema: Schema,
  { minLength, maxLength, of }: { minLength: number; maxLength: number; of: Part['of'] },
): fc.Arbitrary<unknown[]> {
  const items: fc.Arbitrary<unknown>[] = []
  while (items.length < maxLength) {
    const item = () => itemsOf(schema, of(schema.itemAt(items.length), EACH), of)
    const made = items.length < minLength ? item() : unlessUnmakeable(item)
    if (made === undefined) break
    items.push(made)
  }
  return fc
    .tuple(fc.integer({ min: minLength, max: items.length }), fc.tuple(...items))
    .map(([length, whole]) => whole.slice(0, length))
}

/** Generates one of the alternatives that have a value. @throws Unmakeable with the reasons if none has. */
function oneOf(makers: readonly (() => fc.Arbitrary<unknown>)[]): fc.Arbitrary<unknown> {
  const reasons = new Set<string>()
  const made = makers.flatMap((make) => unlessUnmakeable(make, ({ message }) => reasons.add(message)) ?? [])
  if (made.length === 0) throw new Unmakeable([...reasons].join('; '))
  return fc.oneof(...made)
}

function unlessUnmakeable(
  make: () => fc.Arbitrary<unknown>,
  note: (error: Unmakeable) => void = () => {},
): fc.Arbitrary<unknown> | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof Unmakeable)) throw error
    note(error)
    return undefined
  }
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength: min = 0, maxLength } = schema.keywords
  if (format === 'uuid') return fc.uuid({ version: 4 })
  if (format === 'date-time')
    return fc.tuple(fc.date(TIMES), offsets).map(([date, offset]) => timeAt(date, offset))
  if (format === 'date') return fc.date(TIMES).map((date) => date.toISOString().slice(0, 10))
  // Strings with other formats or with patterns are sample values, one of which the number selects.
  if (format !== undefined || pattern !== undefined) return fc.nat().map((number) => made(schema, number))
  const max = Math.min(maxLength ?? Number.POSITIVE_INFINITY, Math.max(MAX_LENGTH, min))
  if (min > max) throw new Unmakeable('no string has the required length')
  if (min > LONGEST_MADE)
    throw new Unmakeable('a string of the required length would be too long to generate')
  const lengths = { minLength: min, maxLength: max, size: 'max' as const }
  const plain = fc.string(lengths)
  // A schema counts code points, of which a grapheme may have several, so strings that became too long are
  // excluded.
  const foreign = fittingArbitrary(
    fc.string({ ...lengths, unit: 'grapheme' }),
    (text) => [...text].length <= max,
  )
  return fc.oneof(plain, foreign)
}

/**
 * Minutes east of UTC within the limits of RFC 3339, with UTC itself as the simplest value.
 * @see RFC 3339, 5.6, time-numoffset
 */
const offsets = fc.oneof(fc.constant(0), fc.integer({ min: -1439, max: 1439 }))

function timeAt(date: Date, offset: number): string {
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
  const two = (count: number): string => String(Math.trunc(count)).padStart(2, '0')
  const minutes = Math.abs(offset)
  return offset === 0
    ? `${local}Z`
    : `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

function made(schema: Schema, number: number): string {
  try {
    return String(sampleValue(schema, { names: namesOfRun(`generated ${number}`), variant: 'full' }))
  } catch (error) {
    if (error instanceof Unmakeable) return ''
    throw error
  }
}
