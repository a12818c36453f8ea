import { plainJsonText, plainJsonValue } from '../json/plain.ts'
import type { Encode } from '../uri/encode.ts'
import type { ResolvedStyle } from './parameter-style.ts'
import { SerializationError } from './serialization-error.ts'

/** The name, style and encoding with which a value is expanded. */
export interface Expansion extends ResolvedStyle {
  readonly name: string
  readonly encode: Encode
}

/** An encoded name and value. */
export type StylePair = readonly [name: string, value: string]

/**
 * Returns the properties or items that are not null or undefined.
 * @throws {SerializationError} for an array with a null or undefined item, because omitting it would move the
 * following items up.
 */
function members(place: string, value: object): [name: string, value: unknown][] {
  const own = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name, plainJsonValue(member)])
    .filter(([, member]) => member !== undefined)
  if (Array.isArray(value) && own.length < value.length) refuseItem(place)
  return own
}

/** Rejects an array with an item that would not be sent. @throws {SerializationError} in any case. */
export function refuseItem(place: string): never {
  throw new SerializationError(`An item of "${place}" has no value.`)
}

/**
 * Expands a value into name–value pairs for queries, cookies and forms. An empty array or object has no
 * pairs, as in RFC 6570. `deepObject` nests to any depth, `a[b][c]=d`, and indexes array items, `a[0]=b`,
 * which is the only unambiguous form for arrays of objects.
 */
export function expandPairs(expansion: Expansion, input: unknown): StylePair[] {
  const { name, style, explode, encode } = expansion
  const value = plainJsonValue(input)
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[encode(name), encode(plainJsonText(value))]]
  if (style === 'deepObject') return nest(name, value, encode)
  const own = members(name, value)
  if (explode)
    return own.map(([key, member]) => [
      encode(Array.isArray(value) ? name : key),
      encode(plainJsonText(member)),
    ])
  const delimiter = style === 'spaceDelimited' ? encode(' ') : style === 'pipeDelimited' ? encode('|') : ','
  return own.length === 0 ? [] : [[encode(name), join(list(value, own, encode), { delimiter, name, encode })]]
}

/**
 * @param place the name so far, not yet encoded: "a[b]".
 * @throws {SerializationError} for a property that is an empty array, because it would be lost.
 */
function nest(place: string, value: unknown, encode: Encode): StylePair[] {
  if (typeof value !== 'object' || value === null) return [[encode(place), encode(plainJsonText(value))]]
  const own = members(place, value).map(([key, member]) => {
    if (!Array.isArray(value) && Array.isArray(member) && member.length === 0)
      throw new SerializationError(`"${place}[${key}]" is empty, which its style cannot write.`)
    return nest(`${place}[${key}]`, member, encode)
  })
  if (Array.isArray(value) && own.some((pairs) => pairs.length === 0)) refuseItem(place)
  return own.flat()
}

interface Joint extends Pick<Expansion, 'name' | 'encode'> {
  readonly delimiter: string
}

/**
 * Joins items with a delimiter, which is percent-encoded inside items.
 * @throws {SerializationError} if encoding is impossible: headers are not encoded, and "%20" and "%7C" are
 * delimiters themselves.
 */
function join(items: readonly string[], { delimiter, name, encode }: Joint): string {
  // The test character is "%", because some encoders reject a space.
  const isEncodable = delimiter.length === 1 && encode('%') !== '%'
  const encoded = `%${delimiter.charCodeAt(0).toString(16).toUpperCase()}`
  return items
    .map((item) => {
      if (isEncodable || !item.includes(delimiter)) return item.replaceAll(delimiter, encoded)
      throw new SerializationError(
        `An item of "${name}" contains "${decodeURIComponent(delimiter)}", which separates items in its style.`,
      )
    })
    .join(delimiter)
}

/** Returns an array's items, or alternating names and values of an object. */
function list(value: object, own: readonly [string, unknown][], encode: Encode): string[] {
  return Array.isArray(value)
    ? own.map(([, member]) => encode(plainJsonText(member)))
    : own.flatMap(([key, member]) => [encode(key), encode(plainJsonText(member))])
}

/**
 * Expands a value into a single string, for the styles `simple`, `label` and `matrix`.
 * @returns `undefined` if there is no value: undefined, null, or an empty array or object.
 * @see OpenAPI 3.1.1, Style Examples
 */
export function expandText(expansion: Expansion, input: unknown): string | undefined {
  const { name, style, explode, encode } = expansion
  const value = plainJsonValue(input)
  const matrix = (key: string, text: string): string => (text === '' ? `;${key}` : `;${key}=${text}`)
  const single = (text: string): string =>
    style === 'matrix' ? matrix(encode(name), text) : style === 'label' ? `.${text}` : text
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null) return single(encode(plainJsonText(value)))
  const own = members(name, value)
  if (own.length === 0) return undefined
  if (!explode) return single(join(list(value, own, encode), { delimiter: ',', name, encode }))
  const pairs = own.map(
    ([key, member]): StylePair => [encode(Array.isArray(value) ? name : key), encode(plainJsonText(member))],
  )
  if (style === 'matrix') return pairs.map(([key, text]) => matrix(key, text)).join('')
  const texts = pairs.map(([key, text]) => (Array.isArray(value) ? text : `${key}=${text}`))
  return style === 'label'
    ? `.${join(texts, { delimiter: '.', name, encode })}`
    : join(texts, { delimiter: ',', name, encode })
}
