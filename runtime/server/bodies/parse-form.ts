import { noteDigits } from '../../http/json/exact-json.ts'
import type { EncodingDescriptor } from '../../http/operation.ts'
import { allowsOnly, coerce, type RawValue } from '../values/coerce.ts'
import { type Pairs, parseNested, parsePairs, readPairs } from '../values/parse-pairs.ts'
import type { ValueForm } from '../values/parse-text.ts'
import { formDecode } from '../values/percent-decode.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { type BodyLimits, tooMany } from './body-limits.ts'
import { type JsonReading, parseJson } from './parse-json.ts'

/** A body made of named fields: the shape of its schema, and how single fields are written. */
export interface FieldsFormat {
  readonly shape: SchemaShape
  readonly encoding: Readonly<Record<string, EncodingDescriptor>>
  readonly limits: JsonReading
}

/**
 * Reads `application/x-www-form-urlencoded`. A property with a style is read in it. Without one an array repeats its name, and
 * an object is JSON or brackets, `metadata[key]=value`. Fields that the schema does not have are kept as text.
 * @throws HttpProblem `body-too-complex` when there are more fields or items than allowed.
 * @see OpenAPI 3.1.1, Encoding Object
 */
export function parseForm(
  text: string,
  { shape, encoding, limits }: FieldsFormat,
): Readonly<Record<string, unknown>> {
  assertFields(text, limits)
  const pairs = readPairs(text, '&', formDecode)
  const names = new Set([...shape.propertyNames, ...[...pairs.keys()].map((key) => fieldName(key))])
  const fields = Object.fromEntries(
    [...names].flatMap((name) => {
      const value = parseField(name, pairs, {
        shape: shape.property(name),
        encoding: encoding[name] ?? {},
        limits,
      })
      return value === undefined ? [] : [[name, value]]
    }),
  )
  for (const [name, [text]] of pairs) noteDigits(fields, name, fields[name], text)
  return fields
}

/** "metadata" for "metadata[key]". */
function fieldName(key: string): string {
  const at = key.indexOf('[')
  return at > 0 && key.endsWith(']') ? key.slice(0, at) : key
}

interface FieldFormat {
  readonly shape: SchemaShape
  readonly encoding: EncodingDescriptor
  readonly limits: JsonReading
}

function parseField(name: string, pairs: Pairs, { shape, encoding, limits }: FieldFormat): unknown {
  const { style = 'form', explode = style === 'form' } = encoding
  const styled =
    encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined
  const form: ValueForm = allowsOnly(shape, 'array')
    ? 'array'
    : allowsOnly(shape, 'object')
      ? 'object'
      : 'scalar'
  const own = shape.propertyNames
  if (styled && form !== 'scalar') {
    const members = (key: string): boolean => own.includes(key)
    const format = { name, style, explode, form, decode: formDecode, members, maxItems: limits.items + 1 }
    const raw = parsePairs(format, pairs)
    if (Array.isArray(raw) && raw.length > limits.items) throw tooMany('items', limits.items)
    return raw === undefined ? undefined : coerce(raw, shape)
  }
  const values = pairs.get(name)?.map(formDecode) ?? []
  const nested = values.length === 0 ? parseNested(name, pairs, formDecode) : undefined
  if (nested !== undefined) return coerce(nested, shape)
  return fieldValue(values, { shape, limits })
}

/** Before anything is split: a body of 20 MB can have 10 million fields. */
function assertFields(text: string, { fields }: BodyLimits): void {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count > fields) throw tooMany('fields', fields)
  }
}

/** The value of a field that came once or several times. A text for an object is JSON. */
export function fieldValue(
  values: readonly RawValue[],
  { shape, limits }: Pick<FieldsFormat, 'shape' | 'limits'>,
): unknown {
  const [first] = values
  if (first === undefined) return undefined
  if (shape.types?.has('array') && (values.length > 1 || allowsOnly(shape, 'array'))) {
    const items = values.map((value, index) => single(value, { shape: shape.item(index), limits }))
    for (const [index, item] of items.entries()) noteDigits(items, index, item, values[index])
    return items
  }
  return values.length > 1 ? values : single(first, { shape, limits })
}

function single(value: RawValue, { shape, limits }: Pick<FieldsFormat, 'shape' | 'limits'>): unknown {
  if (typeof value !== 'string' || !isStructure(value, shape)) return coerce(value, shape)
  try {
    return parseJson(value, limits)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return value
  }
}

/** Whether a text is meant as JSON: where nothing else fits, and where it begins as what fits. */
function isStructure(text: string, shape: SchemaShape): boolean {
  const { types } = shape
  if (text.startsWith('[')) return types?.has('array') === true
  return text.startsWith('{') ? types?.has('object') === true : allowsOnly(shape, 'object')
}
