import type { Json } from '../../../values/json.ts'
import { type ClickhouseStatement, ch, textParameter } from '../statement.ts'

/**
 * A row's property in its stored form: a letter for its type, then PostgreSQL's text for the value. The
 * letter is `s` for a string, `n` for a number, `b` for a boolean, `j` for an object or array, and `z` for
 * null. A missing property is the empty string.
 */
export function propertyOf(texts: ClickhouseStatement, key: string): ClickhouseStatement {
  return ch`${texts}[${textParameter(key)}]`
}

/** A property's text; empty for null and for a missing property. */
export const propertyTextOf = (property: ClickhouseStatement): ClickhouseStatement =>
  ch`substring(${property}, 2)`

/** True if a property has text, even an empty string. */
export const propertyHasText = (property: ClickhouseStatement): ClickhouseStatement =>
  ch`${property} not in ('', 'z')`

/** Encodes a value in its stored form. */
export function keptForm(value: Json): string {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'number') return `n${digits(value)}`
  if (typeof value === 'boolean') return `b${value}`
  return value === null ? 'z' : `j${printed(value)}`
}

/** Decodes a stored form; null if the row lacks the property. */
export function keptValue(kept: string): Json {
  const [kind = '', own] = [kept.slice(0, 1), kept.slice(1)]
  if (kind === 's') return own
  return kind === '' || kind === 'z' ? null : (JSON.parse(own) as Json)
}

/** The stored forms of properties whose text is `text`. */
export function keptAs(text: string): readonly string[] {
  const others = [
    ...(/^-?\d/.test(text) ? [`n${text}`] : []),
    ...(text === 'true' || text === 'false' ? [`b${text}`] : []),
    ...(/^[[{]/.test(text) ? [`j${text}`] : []),
  ]
  return [`s${text}`, ...others]
}

/**
 * A JSON value as PostgreSQL prints it: keys without duplicates, sorted by length and then by bytes, with a
 * space after commas and colons.
 */
function printed(value: Json): string {
  if (typeof value === 'number') return digits(value)
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => ({ key, octets: Buffer.from(key), member }))
  members.sort((a, b) => a.octets.length - b.octets.length || Buffer.compare(a.octets, b.octets))
  return `{${members.map(({ key, member }) => `${JSON.stringify(key)}: ${printed(member)}`).join(', ')}}`
}

/** A number as PostgreSQL prints it, without an exponent. */
function digits(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (exponent === undefined) return Object.is(value, -0) ? '0' : String(value)
  const all = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`
  return point >= all.length
    ? sign + all.padEnd(point, '0')
    : `${sign}${all.slice(0, point)}.${all.slice(point)}`
}
