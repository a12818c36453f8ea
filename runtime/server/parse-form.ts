import type { EncodingDescriptor } from '../http/operation.ts'
import { allowsOnly, coerce, type RawValue } from './coerce.ts'
import { type Pairs, parseNested, parsePairs, readPairs } from './parse-pairs.ts'
import { formDecode } from './percent-decode.ts'
import type { SchemaShape } from './schema-shape.ts'

/** A body made of named fields: the shape of its schema, and how single fields are written. */
export interface FieldsFormat {
  readonly shape: SchemaShape
  readonly encoding: Readonly<Record<string, EncodingDescriptor>>
}

/**
 * Reads `application/x-www-form-urlencoded`. A property with a style is read in it. Without one an array repeats its name, and
 * an object is JSON or brackets, `metadata[key]=value`. Fields that the schema does not have are kept as text.
 * @see OpenAPI 3.1.1, Encoding Object
 */
export function parseForm(
  text: string,
  { shape, encoding }: FieldsFormat,
): Readonly<Record<string, unknown>> {
  const pairs = readPairs(text, '&', formDecode)
  const names = new Set([...shape.propertyNames, ...[...pairs.keys()].map((key) => fieldName(key))])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = parseField(name, pairs, { shape: shape.property(name), encoding: encoding[name] ?? {} })
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** "metadata" for "metadata[key]". */
function fieldName(key: string): string {
  const at = key.indexOf('[')
  return at > 0 && key.endsWith(']') ? key.slice(0, at) : key
}

interface FieldFormat {
  readonly shape: SchemaShape
  readonly encoding: EncodingDescriptor
}

function parseField(name: string, pairs: Pairs, { shape, encoding }: FieldFormat): unknown {
  const { style = 'form', explode = style === 'form' } = encoding
  const styled =
    encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined
  const form = allowsOnly(shape, 'array') ? 'array' : allowsOnly(shape, 'object') ? 'object' : 'scalar'
  const own = shape.propertyNames
  if (styled && form !== 'scalar') {
    const members = (key: string): boolean => own.includes(key)
    const raw = parsePairs({ name, style, explode, form, decode: formDecode, members }, pairs)
    return raw === undefined ? undefined : coerce(raw, shape)
  }
  const values = pairs.get(name)?.map(formDecode) ?? []
  const nested = values.length === 0 ? parseNested(name, pairs, formDecode) : undefined
  if (nested !== undefined) return coerce(nested, shape)
  return fieldValue(values, shape)
}

/** The value of a field that came once or several times. A text for an object is JSON. */
export function fieldValue(values: readonly RawValue[], shape: SchemaShape): unknown {
  const [first] = values
  if (first === undefined) return undefined
  if (shape.types?.has('array') && (values.length > 1 || allowsOnly(shape, 'array'))) {
    return values.map((value, index) => single(value, shape.item(index)))
  }
  return values.length > 1 ? values : single(first, shape)
}

function single(value: RawValue, shape: SchemaShape): unknown {
  if (typeof value !== 'string' || !allowsOnly(shape, 'object')) return coerce(value, shape)
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
