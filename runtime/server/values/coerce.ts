import { noteDigits, parseExactJson } from '../../http/json/exact-json.ts'
import { MAX_DEPTH } from '../../schema/evaluation/run.ts'
import { parseFormatText } from '../../schema/formats/read-text.ts'
import { isDeeperThan } from '../../schema/json/equal.ts'
import type { SchemaShape } from './schema-shape.ts'

/**
 * A parsed value whose strings have not been converted to other types yet. Blobs come from multipart bodies.
 */
export type RawValue = string | Blob | readonly RawValue[] | { readonly [name: string]: RawValue }

/**
 * Converts strings to the types that a schema allows: "10" becomes 10 for an integer, "true" becomes true for
 * a boolean, and a string for an array becomes an array of one. The first type that fits is used: boolean,
 * number, or string. A string that `enum` or `const` lists is unchanged. If no type fits, the value stays a
 * string, for the validator to reject.
 */
export function coerceText(raw: RawValue, shape: SchemaShape): unknown {
  if (typeof raw === 'string') {
    if (shape.keepsText) return raw
    if (!shape.takes.parts) return parseFormatText(raw, shape)
    return (
      structureOf(raw, shape) ??
      (shapeAllowsOnly(shape, 'array') ? coerceText([raw], shape) : parseFormatText(raw, shape))
    )
  }
  if (isList(raw)) {
    const items: unknown[] = []
    for (let index = 0; index < raw.length; index++) {
      const item = raw[index] ?? ''
      const value = coerceText(item, shape.item(index))
      items.push(value)
      noteDigits(items, index, value, item)
    }
    return items
  }
  if (raw instanceof Blob) return shapeAllowsOnly(shape, 'array') ? [raw] : raw
  const list = mayBeList(raw, shape) ? asList(raw) : undefined
  if (list !== undefined) return coerceText(list, shape)
  const members = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, coerceText(value, shape.property(name))]),
  )
  for (const [name, member] of Object.entries(members)) noteDigits(members, name, member, raw[name])
  return members
}

/**
 * Parses an array or object that is sent as JSON, because its style defines no form for it. Such a string is
 * parsed even if the schema also allows a string, because nobody means the string itself.
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

/** True if a schema allows only this type, apart from null. */
export function shapeAllowsOnly({ only }: SchemaShape, type: 'array' | 'object'): boolean {
  return only === type
}

function isList(raw: RawValue): raw is readonly RawValue[] {
  return Array.isArray(raw)
}

/**
 * True if the object may be an array written with indexes: the schema allows arrays, and it either allows no
 * objects or names none of these properties.
 */
function mayBeList(raw: object, { types, propertyNames }: SchemaShape): boolean {
  if (types?.has('array') !== true) return false
  return !types.has('object') || Object.keys(raw).every((name) => !propertyNames.includes(name))
}

/** The items of an array written with indexes, "0" to "n-1", or with empty brackets. */
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
