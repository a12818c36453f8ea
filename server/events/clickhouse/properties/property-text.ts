import type { Json } from '../../../values/json.ts'
import { type ClickhouseStatement, ch, textParameter } from '../statement.ts'

/**
 * A row's property in its stored form: a letter for its type, then PostgreSQL's text of the value. `s` is a
 * string, `n` a number, `b` a boolean, `j` an object or array, `z` null; a missing property is the empty
 * text.
 */
export function propertyOf(texts: ClickhouseStatement, key: string): ClickhouseStatement {
  return ch`${texts}[${textParameter(key)}]`
}

/** The text of a property; empty for null and for a missing one. */
export const propertyTextOf = (property: ClickhouseStatement): ClickhouseStatement =>
  ch`substring(${property}, 2)`

/** True if a property has a text, even an empty one. */
export const propertyHasText = (property: ClickhouseStatement): ClickhouseStatement =>
  ch`${property} not in ('', 'z')`

/** The stored form of a value. */
export function keptForm(value: Json): string {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'number') return `n${digits(value)}`
  if (typeof value === 'boolean') return `b${value}`
  return value === null ? 'z' : `j${printed(value)}`
}

/** The value of a stored form; null if the row lacks the property. */
export function keptValue(kept: string): Json {
  const [kind = '', own] = [kept.slice(0, 1), kept.slice(1)]
  if (kind === 's') return own
  return kind === '' || kind === 'z' ? null : (JSON.parse(own) as Json)
}

/** The stored forms of a property whose text is `textParameter`. */
export function keptAs(text: string): readonly string[] {
  const others = [
    ...(/^-?\d/.test(text) ? [`n${text}`] : []),
    ...(text === 'true' || text === 'false' ? [`b${text}`] : []),
    ...(/^[[{]/.test(text) ? [`j${text}`] : []),
  ]
  return [`s${text}`, ...others]
}

/**
 * A JSON value in PostgreSQL's form: keys sorted by length, then by bytes, each once; a space after commas
 * and colons.
 */
function printed(value: Json): string {
  if (typeof value === 'number') return digits(value)
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => ({ key, octets: Buffer.from(key), member }))
  members.sort((a, b) => a.octets.length - b.octets.length || Buffer.compare(a.octets, b.octets))
  return `{${members.map(({ key, member }) => `${JSON.stringify(key)}: ${printed(member)}`).join(', ')}}`
}

/** A number without an exponent, as PostgreSQL prints it. */
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
