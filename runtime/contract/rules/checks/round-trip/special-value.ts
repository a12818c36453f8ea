import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { EACH, foldSchema, type Place } from '@concordat/runtime/schema-view'
import { documentedItemBounds } from '../../../data/document/schema-in.ts'
import { BODY_DEPTH } from '../../../world/values/depth-limit.ts'
import { type Names, namesOfRun } from '../../../world/values/names.ts'
import { sampleValue } from '../../../world/values/sample.ts'

/**
 * The kinds, in the order in which they are tried. The first one shows most losses, so it is tried before
 * rejected values use up the budget. After the last one, the item has values that do not affect other rules.
 */
export const SPECIAL_KINDS = ['foreign', 'null', 'empty', 'long', 'least', 'greatest', 'alike'] as const
export type SpecialKind = (typeof SPECIAL_KINDS)[number]

/** A value that consists of special values of one kind. */
export interface SpecialValue {
  readonly value: unknown
  /**
   * The keyword whose limit the value reaches exactly. A server that rejects the value contradicts the
   * document.
   */
  readonly bound?: string
  /**
   * Values that a server with an undocumented restriction, such as a number of digits or a step, would reject
   * too. If the server accepts one of them, it has no reason to reject the special value. Default: an
   * arbitrary valid value.
   */
  readonly controls?: readonly unknown[]
  /**
   * List to send if the first one is rejected. It is the same list without duplicates, because a server can
   * require unique items.
   */
  readonly otherwise?: unknown
}

/**
 * Maximum lengths. A longer string or list would test the limits on request sizes, not those of the schema.
 */
const LONGEST = 5000
const MOST_ITEMS = 50
/** Strings that must be stored unchanged: a number with zeros at both ends, and text with several lines. */
const NUMERAL = '007.10'
const LINES = 'one\n\ttwo'
/** A number with more digits than a database stores for an amount, or than single precision can represent. */
const PRECISE = 0.123_456_789
/**
 * Amounts whose hundredfold is not a whole number in binary arithmetic, so that a server that computes in
 * cents truncates or rejects them. Beside each is an amount with as many digits and without this difficulty,
 * and one that binary numbers represent exactly.
 */
const AMOUNTS = [
  { value: 4.35, controls: [4.33, 4.375] },
  { value: 0.29, controls: [0.31, 0.375] },
  { value: 64.1, controls: [64.3, 64.125] },
]
/**
 * Length of a string for which no maximum is documented. It exceeds the default length of database columns.
 */
const LONG = 3000
/**
 * A character beyond the Basic Multilingual Plane, letters with and without composition, words written from
 * right to left, quotes, and text that decoders of forms, paths and HTML would replace. Difficult characters
 * come first, so that short strings contain some too.
 */
const FOREIGN = '🚲ë東 Zoë "q", it\'s 5%41 1+1 & &amp; \\ <b> e\u0308 Łódź 東京 שלום'
/**
 * `FOREIGN` with surrounding spaces, two consecutive spaces, a ligature, a fraction and a joiner. Servers
 * that trim or normalize strings change it.
 */
const WHOLE = ` ${FOREIGN}  ﬁ ½ 👩\u200d🔧 `
const LETTER = 'é'
/** Minimum length of a string with surrounding spaces. A shorter string could be a code. */
const SHORT = 20
/** A time that falls on another date in UTC. */
const FAR_TIME = '2031-03-05T23:30:00-11:00'
/**
 * A time with the largest offset that RFC 3339 allows. Databases have lower limits, between 14 and 16 hours.
 * @see RFC 3339, 5.6, time-numoffset
 */
const FARTHEST_TIME = '2031-03-06T12:34:56+23:59'
/** A time with a quarter-hour offset. */
const ODD_TIME = '2030-06-15T12:34:56+05:45'
const LEAP_DAY = '2028-02-29'
/** Special strings by format; other formats have no special values. */
const OF_FORMAT = new Map<string, Partial<Record<SpecialKind, string>>>([
  ['date-time', { least: FAR_TIME, greatest: FARTHEST_TIME, foreign: ODD_TIME }],
  ['date', { foreign: LEAP_DAY }],
])
/** The limits of `int32`, and of the integers that JSON parsers represent exactly. @see RFC 7493, 2.2 */
const WIDEST = { int32: [-2_147_483_648, 2_147_483_647], other: [-(2 ** 53 - 1), 2 ** 53 - 1] } as const
const LIST_LENGTH = 3
/**
 * Content for an object that allows any properties: names that are not identifiers, an unordered list with a
 * duplicate, and nested objects.
 */
const ANYTHING = {
  [FOREIGN]: FOREIGN,
  list: ['b', 'a', 'b', 10, 9],
  inner: { flag: false, number: 1.5, text: '' },
}

export interface SpecialOptions {
  /** Source of unique strings, and of required values that are not special. */
  readonly names?: Names
}

interface SpecialMember extends Place, SpecialOptions {
  readonly kind: SpecialKind
  readonly of: (part: Schema, step: string) => SpecialValue | undefined
}

/** Creates a value of the given kind; `undefined` if the schema has none. The caller validates the value. */
export function specialValue(
  schema: Schema,
  kind: SpecialKind,
  options: SpecialOptions = {},
): SpecialValue | undefined {
  return foldSchema(schema, (place, of) =>
    place.path.length > BODY_DEPTH ? undefined : specialAt({ ...options, ...place, kind, of }),
  )
}

function specialAt(place: SpecialMember): SpecialValue | undefined {
  const { schema, kind } = place
  const { types } = schema
  if (kind === 'null') return types.includes('null') ? { value: null } : undefined
  if (schema.values.listed !== undefined) return undefined
  if (types.includes('string')) return text(place)
  if (types.includes('array')) return list(place)
  if (types.includes('object')) return object(place)
  return schema.values.mayBeNumbers ? number(place) : undefined
}

function text({ schema, kind, names }: SpecialMember): SpecialValue | undefined {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema.keywords
  const known = format === undefined ? undefined : OF_FORMAT.get(format)?.[kind]
  if (known !== undefined) return { value: known }
  if (format !== undefined || pattern !== undefined) return undefined
  const tag = names?.tag() ?? ''
  // Ends with as much of the unique tag as fits.
  const filled = (length: number): string => tag.slice(-length).padStart(length, 'w')
  const bounded = (length: number, bound: string): SpecialValue | undefined =>
    length > 0 && length <= LONGEST ? { value: filled(length), bound } : undefined
  const values: Readonly<Record<Exclude<SpecialKind, 'null'>, () => SpecialValue | undefined>> = {
    foreign: () => foreignText(maxLength),
    empty: () => ({ value: '' }),
    long: () => (maxLength > LONGEST ? { value: filled(LONG) } : undefined),
    least: () => bounded(minLength, 'minLength'),
    greatest: () => bounded(maxLength, 'maxLength'),
    alike: () => allowed(schema, maxLength > LONGEST ? LINES : NUMERAL.padStart(minLength, '0')),
  }
  return kind === 'null' ? undefined : values[kind]()
}

function foreignText(maxLength: number): SpecialValue {
  if (maxLength < [...WHOLE].length) {
    const ends = maxLength < SHORT ? '' : ' '
    return { value: ends + [...FOREIGN].slice(0, maxLength - 2 * ends.length).join('') + ends }
  }
  // As many characters as allowed, and more bytes than characters. Some servers count characters beyond the
  // Basic Multilingual Plane twice.
  const fill = maxLength - WHOLE.length
  return fill > 0 && maxLength <= LONGEST
    ? { value: WHOLE + LETTER.repeat(fill), bound: 'maxLength' }
    : { value: WHOLE }
}

function allowed(schema: Schema, value: unknown): SpecialValue | undefined {
  return schema.allows(value) ? { value } : undefined
}

/** Creates a number of the given kind. */
function number(place: SpecialMember): SpecialValue | undefined {
  const { schema, kind, path } = place
  if (kind === 'least' || kind === 'greatest') return limit(place)
  if (schema.types.includes('integer')) return undefined
  if (kind === 'alike') return allowed(schema, (schema.keywords.minimum ?? 0) + PRECISE)
  // Inside another value, a rejection can have other reasons, and would hide the effect of other values.
  if (kind !== 'foreign' || path.length > 0) return undefined
  const amount = AMOUNTS.find(({ value }) => schema.allows(value))
  return amount && { ...amount, bound: 'type' }
}

/** Creates the least or greatest number. An integer without its own limits has the limits of its format. */
function limit({ schema: { types, keywords }, kind }: SpecialMember): SpecialValue | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = keywords
  const [lowest, highest] = format === 'int32' ? WIDEST.int32 : WIDEST.other
  // A limit this large is probably that of the number's type, so it does not count as the schema's own.
  const bounded = (value: number, bound: string): SpecialValue =>
    Math.abs(value) < WIDEST.int32[1] ? { value, bound } : { value }
  if (kind === 'least' && minimum !== undefined) return bounded(minimum, 'minimum')
  if (kind === 'greatest' && maximum !== undefined) return bounded(maximum, 'maximum')
  if (!types.includes('integer')) return undefined
  if (kind === 'least' && exclusiveMinimum === undefined) return { value: lowest }
  return kind === 'greatest' && exclusiveMaximum === undefined ? { value: highest } : undefined
}

/** Creates a list that is empty, is unordered, or has the minimum or maximum number of items. */
function list(place: SpecialMember): SpecialValue | undefined {
  const { schema, kind, of } = place
  if (kind === 'empty') return { value: [] }
  if (kind === 'foreign') return foreignList(place)
  const { least, most, isUnique } = documentedItemBounds(schema)
  const make = itemMaker(place)
  if (kind === 'greatest' && most > 0 && most <= MOST_ITEMS) {
    const inner = isUnique ? undefined : of(schema.items, EACH)
    const isOwn = (index: number): boolean => schema.itemAt(index) !== schema.items
    const value = Array.from({ length: most }, (_, index) =>
      isOwn(index) ? make(index) : (inner?.value ?? make(index)),
    )
    return { value, ...(most === schema.keywords.maxItems && { bound: 'maxItems' }) }
  }
  const inner = of(schema.itemAt(0), EACH)
  if (inner === undefined || most < 1) return undefined
  return { ...inner, value: [inner.value, ...othersIn(least, make)] }
}

/** Creates the items after the first in a list that has the minimum number of items. */
function othersIn(least: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: Math.max(0, least - 1) }, (_, index) => make(index + 1))
}

/**
 * Creates a list that sorting, reversing or removing duplicates would change, as far as its schema allows. If
 * it cannot contain a duplicate, its items are in descending order. If its items cannot be ordered, only the
 * first one is special.
 */
function foreignList(place: SpecialMember): SpecialValue | undefined {
  const { schema, of } = place
  const items = schema.itemAt(0)
  const { least, most, isUnique } = documentedItemBounds(schema)
  const make = itemMaker(place)
  const foreign = of(items, EACH)
  if (most === 0) return undefined
  const isOrdered = items.types.some((type) => ['string', 'integer', 'number'].includes(type))
  if (!isOrdered || schema.keywords.prefixItems !== undefined)
    return foreign && { value: [foreign.value, ...othersIn(least, make)] }
  const wanted = Math.min(most, Math.max(least, LIST_LENGTH))
  const choices = items.keywords.enum ?? [
    ...(foreign === undefined ? [] : [foreign.value]),
    ...Array.from({ length: wanted }, (_, index) => make(index)),
  ]
  const different = [...new Set(choices)].slice(0, wanted)
  if (different.length < least) return undefined
  const value = descending(different)
  if (isUnique || different.length === most) return { value }
  return { value: withDuplicate(value).slice(0, most), otherwise: value }
}

function itemMaker({ schema, names = namesOfRun('unsorted') }: SpecialMember): (index: number) => unknown {
  return (index) => sampleValue(schema.itemAt(index), { names, variant: 'full' })
}

function descending(values: readonly unknown[]): unknown[] {
  return values.toSorted((one, other) => (String(one) < String(other) ? 1 : -1))
}

/**
 * Adds a duplicate and orders the items so that sorting, reversing or removing duplicates changes the list.
 */
function withDuplicate([greatest, next = greatest, ...rest]: readonly unknown[]): unknown[] {
  return rest.length === 0 ? [greatest, next, next] : [next, greatest, ...rest, next]
}

/** Creates an object with all of its properties, using special values where possible. */
function object(place: SpecialMember): SpecialValue | undefined {
  const { schema, names = namesOfRun('special'), of } = place
  if (schema.properties.size === 0) return freeObject(place)
  const special = [...schema.properties].flatMap(([name, part]): [string, SpecialValue][] => {
    const inner = part.keywords.readOnly === true ? undefined : of(part, name)
    return inner === undefined ? [] : [[name, inner]]
  })
  if (special.length === 0) return undefined
  const whole = sampleValue(schema, { names, variant: 'full' })
  const members = Object.fromEntries(special.map(([name, { value }]) => [name, value]))
  const bound = special.map(([, inner]) => inner.bound).find((keyword) => keyword !== undefined)
  return { value: { ...Object(whole), ...members }, ...(bound !== undefined && { bound }) }
}

/** Creates a value for an object whose schema names no properties. */
function freeObject({ schema, kind, path, of }: SpecialMember): SpecialValue | undefined {
  const { additionalProperties: others } = schema.keywords
  if (kind === 'empty') return { value: {} }
  if (kind !== 'foreign' || others === false) return undefined
  if (!isObject(others) || Object.keys(others).length === 0)
    // This value is not used inside another object, whose other properties can determine which content is
    // valid.
    return path.length === 0 ? { value: ANYTHING } : undefined
  const inner = of(schema.additionalProperties, FOREIGN)
  return inner && { value: { [FOREIGN]: inner.value } }
}
