import { noteDigits, parseExactJson } from '../../http/json/exact-json.ts'
import { MAX_DEPTH } from '../../schema/evaluation/run.ts'
import { digits } from '../../schema/formats/time.ts'
import { isDeeperThan } from '../../schema/json/equal.ts'
import type { SchemaShape } from './schema-shape.ts'

/** A value taken apart, its texts not typed yet. Blobs come from multipart bodies. */
export type RawValue = string | Blob | readonly RawValue[] | { readonly [name: string]: RawValue }

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
/** So many digits are below 2^53. */
const FEW_DIGITS = 15
const POWERS = Array.from({ length: FEW_DIGITS }, (_, exponent) => Number(`1e${exponent}`))

/**
 * Gives texts the types that a schema allows: "10" becomes 10 for an integer, "true" becomes true for a boolean, a text for an
 * array becomes an array of one. Where several types fit, the narrowest wins: boolean, number, then string. What cannot become
 * any of them stays text, for the validator to refuse.
 */
export function coerce(raw: RawValue, shape: SchemaShape): unknown {
  if (typeof raw === 'string') {
    if (shape.keepsText) return raw
    if (!shape.takes.parts) return coerceText(raw, shape)
    return (
      structureOf(raw, shape) ?? (allowsOnly(shape, 'array') ? coerce([raw], shape) : coerceText(raw, shape))
    )
  }
  if (isList(raw)) {
    const items: unknown[] = []
    for (let index = 0; index < raw.length; index++) {
      const item = raw[index] ?? ''
      const value = coerce(item, shape.item(index))
      items.push(value)
      noteDigits(items, index, value, item)
    }
    return items
  }
  if (raw instanceof Blob) return allowsOnly(shape, 'array') ? [raw] : raw
  const list = mayBeList(raw, shape) ? asList(raw) : undefined
  if (list !== undefined) return coerce(list, shape)
  const members = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, coerce(value, shape.property(name))]),
  )
  for (const [name, member] of Object.entries(members)) noteDigits(members, name, member, raw[name])
  return members
}

/**
 * Arrays and objects where a style has no form for them are written as JSON. Where the schema allows a string too, a text that is such JSON
 * is the structure all the same: nobody means the text.
 */
function structureOf(text: string, shape: SchemaShape): unknown {
  const type = text.startsWith('[') ? 'array' : text.startsWith('{') ? 'object' : undefined
  if (type === undefined || shape.types?.has(type) !== true) return undefined
  try {
    const value = parseExactJson(text)
    return isDeeperThan(MAX_DEPTH, value) ? undefined : value
  } catch {
    return undefined
  }
}

/** True when a type is allowed and no text could be anything else. */
export function allowsOnly({ only }: SchemaShape, type: 'array' | 'object'): boolean {
  return only === type
}

function coerceText(text: string, { types, takes, values }: SchemaShape): unknown {
  if (values.length > 0 && values.includes(text)) return text
  if (types === undefined)
    return values.find((value) => typeof value !== 'object' && String(value) === text) ?? text
  if (takes.boolean && (text === 'true' || text === 'false')) return text === 'true'
  if (takes.number) {
    const number = numberOf(text)
    if (Number.isFinite(number)) return number
  }
  return text === '' && takes.null ? null : text
}

/** The number that a text is in JSON; NaN where it is none. */
function numberOf(text: string): number {
  const number = shortNumber(text)
  if (!Number.isNaN(number)) return number
  return JSON_NUMBER.test(text) ? Number(text) : Number.NaN
}

/**
 * The same of a few digits, with a point among them or without, as most are: they are read in a quarter of the time that an expression takes.
 * All of them together and the power of ten are exact, so that their quotient is the number nearest to the text.
 */
function shortNumber(text: string): number {
  const { length } = text
  const point = text.indexOf('.')
  const end = point === -1 ? length : point
  if (length > FEW_DIGITS || end === 0 || end === length - 1 || (end > 1 && text[0] === '0'))
    return Number.NaN
  const whole = digits(text, 0, end)
  if (point === -1) return whole
  const scale = POWERS[length - end - 1] ?? Number.NaN
  return (whole * scale + digits(text, end + 1, length)) / scale
}

function isList(raw: RawValue): raw is readonly RawValue[] {
  return Array.isArray(raw)
}

/** Whether indexes can be those of an array: no object has such members. */
function mayBeList(raw: object, { types, propertyNames }: SchemaShape): boolean {
  if (types?.has('array') !== true) return false
  return !types.has('object') || Object.keys(raw).every((name) => !propertyNames.includes(name))
}

/** The items of an array that was written with indexes, "0" to "n-1", or with empty brackets. */
function asList(raw: Readonly<Record<string, RawValue>>): readonly RawValue[] | undefined {
  const names = Object.keys(raw)
  const [first] = names
  if (first === '' && names.length === 1) {
    const items = raw[first] ?? []
    return isList(items) ? items : [items]
  }
  const items = names.map((_, index) => raw[String(index)]).filter((item) => item !== undefined)
  return items.length === names.length ? items : undefined
}
