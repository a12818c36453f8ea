import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { type FlatSchema, flatSchema, propertiesOf, schemaIn, typesOf } from '../../document/flat-schema.ts'
import { type Names, namesOf } from '../../values/names.ts'
import { sample } from '../../values/sample.ts'

/** In this order: the last one leaves values that other rules can live with. */
export const KINDS = ['null', 'empty', 'long', 'least', 'greatest', 'foreign'] as const
export type Kind = (typeof KINDS)[number]

/** A value that is special in all its parts. */
export interface SpecialValue {
  readonly value: unknown
  /** The keyword that names this very edge: a server that refuses it contradicts the document. */
  readonly bound?: string
  /** Sent where the value is refused, of a list the same without twins: a server may want each item once. */
  readonly otherwise?: unknown
}

/** A longer text or list would test the limits of requests, not of the schema. */
const LONGEST = 5000
const MOST_ITEMS = 50
/** Of a text without a bound: longer than columns of databases are without asking. */
const LONG = 3000
/** A character beyond the Basic Multilingual Plane, letters with and without composition, words from right to left, quotes: short texts too begin with what is hard. */
const FOREIGN = '🚲ë東 Zoë Łódź 東京 שלום "q" \\ <b>'
/** The same instant is another day in UTC. */
const FAR_TIME = '2031-03-05T23:30:00-11:00'
/** The farthest that RFC 3339 writes; databases stop at 14 to 16 hours. @see RFC 3339, 5.6, time-numoffset */
const FARTHEST_TIME = '2031-03-06T12:34:56+23:59'
/** A zone of quarter hours. */
const ODD_TIME = '2030-06-15T12:34:56+05:45'
const LEAP_DAY = '2028-02-29'
/** Beyond them a JSON number need not survive. @see RFC 7493, 2.2 */
const WIDEST = { int32: [-2_147_483_648, 2_147_483_647], other: [-(2 ** 53 - 1), 2 ** 53 - 1] } as const
const LIST_LENGTH = 3
const MAX_DEPTH = 4
/** What an object of any members may hold: names that are no identifiers, a list in no order with an item twice, objects within. */
const ANYTHING = {
  [FOREIGN]: FOREIGN,
  list: ['b', 'a', 'b', 10, 9],
  inner: { flag: false, number: 1.5, text: '' },
}

export interface SpecialOptions extends Pick<DocumentDescriptor, 'definitions'> {
  /** Makes what has to be there besides, and texts that nobody else has. */
  readonly names?: Names
  readonly depth?: number
}

/** A value of one kind; `undefined` where the schema has none. The caller validates it. */
export function specialValue(schema: unknown, kind: Kind, options: SpecialOptions): SpecialValue | undefined {
  const flat = flatSchema(schema, options.definitions)
  const types = typesOf(flat)
  if (kind === 'null') return types.includes('null') ? { value: null } : undefined
  if ('enum' in flat || 'const' in flat) return undefined
  if (types.includes('string')) return text(flat, kind, options)
  if (types.includes('array')) return list(flat, kind, options)
  if (types.includes('object')) return object(schema, kind, options)
  return types.includes('integer') || types.includes('number') ? number(flat, kind) : undefined
}

function text(flat: FlatSchema, kind: Kind, { names }: SpecialOptions): SpecialValue | undefined {
  const { format, pattern, minLength, maxLength } = flat
  if (format === 'date-time' && kind === 'least') return { value: FAR_TIME }
  if (format === 'date-time' && kind === 'greatest') return { value: FARTHEST_TIME }
  if (format === 'date-time' && kind === 'foreign') return { value: ODD_TIME }
  if (format === 'date' && kind === 'foreign') return { value: LEAP_DAY }
  if (format !== undefined || pattern !== undefined) return undefined
  const most = typeof maxLength === 'number' ? maxLength : undefined
  const tag = names?.tag() ?? ''
  // What makes a text unique is at its end.
  const filled = (length: number): string => tag.slice(-length).padStart(length, 'w')
  if (kind === 'empty') return { value: '' }
  if (kind === 'least')
    return typeof minLength === 'number' && minLength > 0 && minLength <= LONGEST
      ? { value: filled(minLength), bound: 'minLength' }
      : undefined
  if (kind === 'greatest')
    return most !== undefined && most <= LONGEST && most > 0
      ? { value: filled(most), bound: 'maxLength' }
      : undefined
  if (kind === 'long') return most === undefined || most > LONGEST ? { value: filled(LONG) } : undefined
  return { value: [...FOREIGN].slice(0, most).join('') }
}

/** Without bounds of its own an integer has those of its format. */
function number(flat: FlatSchema, kind: Kind): SpecialValue | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = flat
  const [lowest, highest] = format === 'int32' ? WIDEST.int32 : WIDEST.other
  const isInteger = typesOf(flat).includes('integer')
  // A larger bound says which type holds the number.
  const isMeant = (bound: number): boolean => Math.abs(bound) < WIDEST.int32[1]
  if (kind === 'least' && typeof minimum === 'number')
    return { value: minimum, ...(isMeant(minimum) && { bound: 'minimum' }) }
  if (kind === 'greatest' && typeof maximum === 'number')
    return { value: maximum, ...(isMeant(maximum) && { bound: 'maximum' }) }
  if (!isInteger) return undefined
  if (kind === 'least' && exclusiveMinimum === undefined) return { value: lowest }
  return kind === 'greatest' && exclusiveMaximum === undefined ? { value: highest } : undefined
}

/** As few or as many items as may be; of foreign ones some in descending order, where the list has room for several. */
function list(flat: FlatSchema, kind: Kind, options: SpecialOptions): SpecialValue | undefined {
  const { items, minItems, maxItems, uniqueItems } = flat
  const { definitions, names = namesOf('unsorted') } = options
  const least = typeof minItems === 'number' ? minItems : 0
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
  const make = (): unknown => sample(schemaIn({ definitions }, items), { names, variant: 'full' })
  if (kind === 'empty') return { value: [] }
  if (kind === 'greatest' && most > 0 && most <= MOST_ITEMS) {
    const inner = uniqueItems === true ? undefined : specialOf(items, kind, options)
    return { value: Array.from({ length: most }, () => inner?.value ?? make()), bound: 'maxItems' }
  }
  if (kind === 'long' || kind === 'greatest' || kind === 'least') {
    const inner = specialOf(items, kind, options)
    if (inner === undefined || most < 1) return undefined
    return least > 1
      ? { ...inner, value: [inner.value, ...Array.from({ length: least - 1 }, make)] }
      : { ...inner, value: [inner.value] }
  }
  const own = flatSchema(items, definitions)
  const isPlain = typesOf(own).some((type) => ['string', 'integer', 'number'].includes(type))
  const foreign = specialOf(items, kind, options)
  if (kind !== 'foreign' || most === 0) return undefined
  if (!isPlain) return foreign && { value: [foreign.value, ...Array.from({ length: least - 1 }, make)] }
  const wanted = Math.min(most, Math.max(least, LIST_LENGTH))
  const choices = Array.isArray(own['enum'])
    ? own['enum']
    : [...(foreign === undefined ? [] : [foreign.value]), ...Array.from({ length: wanted }, make)]
  const different = [...new Set(choices)].slice(0, wanted)
  if (different.length < least) return undefined
  const value = descending(different)
  if (uniqueItems === true || different.length === most) return { value }
  return { value: withTwin(value).slice(0, most), otherwise: value }
}

function descending(values: readonly unknown[]): unknown[] {
  return values.toSorted((one, other) => (String(one) < String(other) ? 1 : -1))
}

/** In no order, forwards or backwards, and one of them twice: a server that sorts, turns round or drops twins changes it. */
function withTwin([greatest, next = greatest, ...rest]: readonly unknown[]): unknown[] {
  return rest.length === 0 ? [greatest, next, next] : [next, greatest, ...rest, next]
}

/** An object with all of its members, those special that can be. */
function object(schema: unknown, kind: Kind, options: SpecialOptions): SpecialValue | undefined {
  const { definitions, names = namesOf('special'), depth = 0 } = options
  const properties = propertiesOf(schema, definitions)
  const { additionalProperties } = flatSchema(schema, definitions)
  if (properties.size === 0) {
    if (kind === 'empty') return { value: {} }
    if (kind !== 'foreign' || additionalProperties === false) return undefined
    if (!isObject(additionalProperties) || Object.keys(additionalProperties).length === 0)
      // Within another object it belongs to what stands beside it.
      return depth === 0 ? { value: ANYTHING } : undefined
    const inner = specialOf(additionalProperties, kind, options)
    return inner && { value: { [FOREIGN]: inner.value } }
  }
  const special = [...properties].flatMap(([name, part]): [string, SpecialValue][] => {
    const own = flatSchema(part, definitions)
    const inner = own['readOnly'] === true ? undefined : specialOf(part, kind, options)
    return inner === undefined ? [] : [[name, inner]]
  })
  if (special.length === 0) return undefined
  const whole = sample(schemaIn({ definitions }, schema), { names, variant: 'full' })
  const members = Object.fromEntries(special.map(([name, { value }]) => [name, value]))
  const bound = special.map(([, inner]) => inner.bound).find((keyword) => keyword !== undefined)
  return { value: { ...Object(whole), ...members }, ...(bound !== undefined && { bound }) }
}

function specialOf(
  schema: unknown,
  kind: Kind,
  { depth = 0, ...options }: SpecialOptions,
): SpecialValue | undefined {
  return depth === MAX_DEPTH ? undefined : specialValue(schema, kind, { ...options, depth: depth + 1 })
}
