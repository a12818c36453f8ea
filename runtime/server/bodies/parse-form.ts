import { noteDigits } from '../../http/json/exact-json.ts'
import { isJson } from '../../http/media/media-type.ts'
import type { EncodingDescriptor } from '../../http/operation.ts'
import { styleOf } from '../../http/style/parameter-style.ts'
import { coerceText, type RawValue, shapeAllowsOnly } from '../values/coerce.ts'
import {
  groupNestedPairs,
  nestedPairName,
  type Pairs,
  parseNestedPairs,
  parsePairs,
  readPairs,
} from '../values/parse-pairs.ts'
import type { ValueForm } from '../values/parse-text.ts'
import { formDecode } from '../values/percent-decode.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { assertFieldNameLength, type BodyLimits, MAX_NAME_LENGTH, tooManyParts } from './body-limits.ts'
import { JsonReader, type JsonReading } from './parse-json.ts'

/** The format of a body with named fields: its schema's shape and each field's style. */
export interface FieldsFormat {
  readonly shape: SchemaShape
  readonly encoding: Readonly<Record<string, EncodingDescriptor>>
  readonly limits: JsonReading
}

/** A string to be parsed as JSON, whatever the schema. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The received value of one field. */
export type FieldValue = RawValue | JsonText

/** Received fields. */
interface SentFields {
  /** Texts by name, encoded. */
  readonly pairs: Pairs
  readonly decode: (text: string) => string
  /** Values by name, for fields that do not consist only of strings. */
  readonly others: ReadonlyMap<string, readonly FieldValue[]>
}

/**
 * Parses `application/x-www-form-urlencoded`. Properties are parsed in their styles. Without a style, an
 * array repeats its name, and an object is written as JSON or with brackets, `metadata[key]=value`. Fields
 * that are not in the schema are kept as strings.
 * @throws HttpProblem `body-too-complex` if there are too many fields or items.
 * @see OpenAPI 3.1.1, Encoding Object
 */
export function parseForm(text: string, format: FieldsFormat): Readonly<Record<string, unknown>> {
  assertFields(text, format.limits)
  const pairs = readPairs(text, '&', formDecode)
  return readFields({ pairs, decode: formDecode, others: new Map() }, format)
}

/** Creates an object's properties from fields. */
export function readFields(
  sent: SentFields,
  { shape, encoding, limits }: FieldsFormat,
): Readonly<Record<string, unknown>> {
  const { pairs, others } = sent
  const inStyle = new Set(Object.keys(encoding).flatMap((name) => membersOf(name, { shape, encoding })))
  const own = new Set(shape.propertyNames)
  const keys = [...pairs.keys()].map((key) => (own.has(key) ? key : nestedPairName(key)))
  const json = new JsonReader(limits)
  const nested = groupNestedPairs(pairs)
  const names = new Set([...own, ...keys.filter((key) => !inStyle.has(key)), ...others.keys()])
  const fields = Object.fromEntries(
    [...names].flatMap((name) => {
      const value = readField(name, sent, {
        shape: shape.property(name),
        encoding: encoding[name] ?? {},
        limits,
        json,
        // If the name itself contains a bracket, any pair can belong to it.
        nested: name.includes('[') ? pairs : nested.get(name),
      })
      return value === undefined ? [] : [[name, value]]
    }),
  )
  for (const [name, [text]] of pairs) noteDigits(fields, name, fields[name], text)
  return fields
}

/** Names of the fields for an object whose style gives each of its properties a separate field. */
function membersOf(
  name: string,
  { shape, encoding }: Pick<FieldsFormat, 'shape' | 'encoding'>,
): readonly string[] {
  const own = shape.property(name)
  const { style, explode } = styleOf(encoding[name] ?? {}) ?? {}
  return style === 'form' && explode && formOf(own) === 'object' ? own.propertyNames : []
}

interface FieldFormat {
  readonly shape: SchemaShape
  readonly encoding: EncodingDescriptor
  readonly limits: BodyLimits
  readonly json: JsonReader
  /** The pairs that can belong to the field, such as "metadata[key]". */
  readonly nested: Pairs | undefined
}

function formOf(shape: SchemaShape): ValueForm {
  return shapeAllowsOnly(shape, 'array') ? 'array' : shapeAllowsOnly(shape, 'object') ? 'object' : 'scalar'
}

function readField(
  name: string,
  { pairs, decode, others }: SentFields,
  { shape, encoding, limits, json, nested: parts }: FieldFormat,
): unknown {
  const other = others.get(name)
  if (other !== undefined) return fieldValue(other, { shape, json })
  const styled = styleOf(encoding)
  const form = formOf(shape)
  const own = shape.propertyNames
  if (styled !== undefined && form !== 'scalar') {
    const members = (key: string): boolean => own.includes(key)
    const format = { name, ...styled, form, decode, members, maxItems: limits.items + 1 }
    const raw = parsePairs(format, pairs)
    if (Array.isArray(raw) && raw.length > limits.items) throw tooManyParts('items', limits.items)
    return raw === undefined ? undefined : coerceText(raw, shape)
  }
  const texts = pairs.get(name)?.map(decode) ?? []
  const nested = texts.length === 0 && parts ? parseNestedPairs(name, parts, decode) : undefined
  if (nested !== undefined) return coerceText(nested, shape)
  const isOfJson = styled === undefined && isJson(encoding.contentType ?? '') && decode === formDecode
  return fieldValue(isOfJson ? texts.map((text) => new JsonText(text)) : texts, { shape, json })
}

/** Checks the fields before the string is split, because a body of 20 MB can have 10 million fields. */
function assertFields(text: string, { fields }: BodyLimits): void {
  let count = 0
  for (let start = 0; start <= text.length; ) {
    if (++count > fields) throw tooManyParts('fields', fields)
    const next = text.indexOf('&', start)
    const end = next === -1 ? text.length : next
    if (end - start > MAX_NAME_LENGTH) {
      const name = text.slice(start, end).indexOf('=')
      assertFieldNameLength(name === -1 ? end - start : name)
    }
    start = end + 1
  }
}

/**
 * The value of a field that occurs once or several times. A string is parsed as JSON if the schema allows
 * only an object, or if it begins like an array or object that the schema allows.
 */
function fieldValue(
  sent: readonly FieldValue[],
  { shape, json }: Pick<FieldFormat, 'shape' | 'json'>,
): unknown {
  const values = wholeList(sent, shape)
  const [first] = values
  if (first === undefined) return undefined
  if (!shape.types?.has('array') || (values.length === 1 && !shapeAllowsOnly(shape, 'array')))
    return values.length > 1
      ? values.map((value) => (value instanceof JsonText ? value.text : value))
      : single(first, { shape, json })
  const items = values.map((value, index) => single(value, { shape: shape.item(index), json }))
  for (const [index, item] of items.entries()) noteDigits(items, index, item, values[index])
  const [only] = items
  // Some clients send a whole array as a single JSON value.
  const isWhole = first instanceof JsonText && items.length === 1 && !shape.item(0).types?.has('array')
  return isWhole && Array.isArray(only) ? only : items
}

/**
 * Treats a single string as JSON if it begins like a list and the schema requires a list of objects. Swagger
 * UI and other tools send lists this way, and no item can be a string that begins like this.
 */
function wholeList(values: readonly FieldValue[], shape: SchemaShape): readonly FieldValue[] {
  const [text, ...others] = values
  const isList = typeof text === 'string' && text.startsWith('[') && shapeAllowsOnly(shape.item(0), 'object')
  return isList && others.length === 0 && shapeAllowsOnly(shape, 'array') ? [new JsonText(text)] : values
}

function single(value: FieldValue, { shape, json }: Pick<FieldFormat, 'shape' | 'json'>): unknown {
  const text = value instanceof JsonText ? value.text : value
  if (typeof text !== 'string' || (text === value && !isStructure(text, shape)))
    return coerceText(text, shape)
  try {
    return json.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return text
  }
}

/**
 * True if a string must be JSON, because nothing else is allowed or because it begins like an allowed array
 * or object.
 */
function isStructure(text: string, shape: SchemaShape): boolean {
  const { types } = shape
  if (text.startsWith('[')) return types?.has('array') === true
  return text.startsWith('{') ? types?.has('object') === true : shapeAllowsOnly(shape, 'object')
}
