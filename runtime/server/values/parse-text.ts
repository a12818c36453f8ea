import type { ResolvedStyle } from '../../http/style/parameter-style.ts'
import type { RawValue } from './coerce.ts'

/** The form of a serialized value. It is determined by the schema, because the text is ambiguous. */
export type ValueForm = 'scalar' | 'array' | 'object'

export interface TextFormat extends ResolvedStyle {
  readonly name: string
  readonly form: ValueForm
  readonly decode: (text: string) => string
}

/**
 * Parses a value that is a single string, in the styles `simple`, `label` and `matrix`. Delimiters are found
 * before decoding, so that an encoded comma is part of its value. This is the inverse of `expandText`.
 * @returns `undefined` if the string does not begin with the style's prefix or, for `matrix`, lacks the name.
 * @see OpenAPI 3.1.1, Style Examples
 */
export function parseParameterText(format: TextFormat, text: string): RawValue | undefined {
  const { style, explode, form, decode } = format
  if (style === 'matrix') return parseMatrix(format, text)
  if (style === 'label' && !text.startsWith('.')) return undefined
  const content = style === 'label' ? text.slice(1) : text
  if (form === 'scalar') return decode(content)
  return parseParameterItems(content.split(style === 'label' && explode ? '.' : ','), format)
}

/** Parses ";name=blue,black" if not exploded, and ";name=blue;name=black" or ";R=100;G=200" if exploded. */
function parseMatrix(format: TextFormat, text: string): RawValue | undefined {
  const { name, explode, form, decode } = format
  if (!text.startsWith(';')) return undefined
  const parts = text.slice(1).split(';')
  if (form === 'object' && explode) return parseParameterItems(parts, format)
  const own = parts.map((part) => splitPair(part)).filter(([key]) => decode(key) === name)
  const [first] = own
  if (first === undefined) return undefined
  if (form === 'scalar') return decode(first[1])
  return explode ? own.map(([, value]) => decode(value)) : parseParameterItems(first[1].split(','), format)
}

/**
 * Parses the items of an array or object. An object is written as alternating names and values or, if
 * exploded, as `name=value`.
 */
export function parseParameterItems(
  items: readonly string[],
  { form, explode, decode }: Pick<TextFormat, 'form' | 'explode' | 'decode'>,
): RawValue {
  if (form !== 'object') return items.map(decode)
  if (explode) return Object.fromEntries(items.map((item) => splitPair(item).map(decode) as [string, string]))
  const names = items.filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [decode(name), decode(items[2 * index + 1] ?? '')]))
}

/** Splits "name=value" at the first "="; without "=", the value is empty. */
function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
