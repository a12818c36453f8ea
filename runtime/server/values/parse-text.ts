import type { ResolvedStyle } from '../../http/style/parameter-style.ts'
import type { RawValue } from './coerce.ts'

/** Form of a value on the wire, one of three; the schema decides, as the text alone cannot. */
export type ValueForm = 'scalar' | 'array' | 'object'

export interface TextFormat extends ResolvedStyle {
  readonly name: string
  readonly form: ValueForm
  readonly decode: (text: string) => string
}

/**
 * Splits a value that was written as one piece of text: the styles `simple`, `label` and `matrix`. Delimiters
 * are looked for before decoding, so that an encoded comma belongs to its value. The mirror of `expandText`.
 * @returns `undefined` when the text does not have the style's mark.
 * @see OpenAPI 3.1.1, Style Examples
 */
export function parseText(format: TextFormat, text: string): RawValue | undefined {
  const { style, explode, form, decode } = format
  if (style === 'matrix') return parseMatrix(format, text)
  if (style === 'label' && !text.startsWith('.')) return undefined
  const content = style === 'label' ? text.slice(1) : text
  if (form === 'scalar') return decode(content)
  return parseItems(content.split(style === 'label' && explode ? '.' : ','), format)
}

/** ";name=blue,black" as a whole, ";name=blue;name=black" or ";R=100;G=200" when exploded. */
function parseMatrix(format: TextFormat, text: string): RawValue | undefined {
  const { name, explode, form, decode } = format
  if (!text.startsWith(';')) return undefined
  const parts = text.slice(1).split(';')
  if (form === 'object' && explode) return parseItems(parts, format)
  const own = parts.map((part) => splitPair(part)).filter(([key]) => decode(key) === name)
  const [first] = own
  if (first === undefined) return undefined
  if (form === 'scalar') return decode(first[1])
  return explode ? own.map(([, value]) => decode(value)) : parseItems(first[1].split(','), format)
}

/** Items of an array; of an object names and values in turn or, exploded, `name=value`. */
export function parseItems(
  items: readonly string[],
  { form, explode, decode }: Pick<TextFormat, 'form' | 'explode' | 'decode'>,
): RawValue {
  if (form !== 'object') return items.map(decode)
  if (explode) return Object.fromEntries(items.map((item) => splitPair(item).map(decode) as [string, string]))
  const names = items.filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [decode(name), decode(items[2 * index + 1] ?? '')]))
}

/** "name=value" at the first "="; without one the value is empty. */
export function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
