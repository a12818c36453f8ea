import { decoderOf } from '../../http/media/charset.ts'
import { boundaryOf } from '../../http/media/media-parameter.ts'
import { isJson } from '../../http/media/media-type.ts'
import { PartsReader } from '../../http/multipart/parts-reader.ts'
import { allowsOnly } from '../values/coerce.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { type BodyLimits, tooMany } from './body-limits.ts'
import { type FieldsFormat, type FieldValue, JsonText, readFields } from './parse-form.ts'

/**
 * Reads `multipart/form-data`: a part with a file name is a File, one of octets a Blob, others are text, typed by the schema or written in the
 * style of their encoding; a name that comes several times is an array. JSON is parsed where the schema has an object, and where the part
 * says that it is JSON.
 * @param mediaType with the boundary. The platform's parser gets only the boundary that was read here, so that no limit counts other parts
 * than it parses.
 * @throws SyntaxError or TypeError when the parts cannot be told apart; HttpProblem `body-too-complex` when there are more than allowed.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object
 */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  mediaType: string,
  format: FieldsFormat,
): Promise<Readonly<Record<string, unknown>>> {
  const boundary = boundaryOf(mediaType)
  assertParts(bytes, { boundary, limits: format.limits })
  const contentType = `multipart/form-data; boundary="${boundary.replaceAll(/["\\]/g, '\\$&')}"`
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  const parts = byName(await Promise.all(asTyped([...form], { bytes, contentType, format })))
  const pairs = new Map<string, readonly string[]>()
  const others = new Map<string, readonly FieldValue[]>()
  for (const [name, values] of parts) {
    const texts = values.filter((value) => typeof value === 'string')
    if (texts.length === values.length) pairs.set(name, texts)
    else others.set(name, values)
  }
  return readFields({ pairs, others, decode: (text) => text }, format)
}

/** In one pass: a search of all parts for each name takes minutes where somebody allows many. */
function byName<Part>(parts: Iterable<readonly [string, Part]>): ReadonlyMap<string, readonly Part[]> {
  const named = new Map<string, Part[]>()
  for (const [name, part] of parts) {
    const others = named.get(name)
    if (others === undefined) named.set(name, [part])
    else others.push(part)
  }
  return named
}

type NamedPart<Value> = readonly [name: string, value: Value]

interface Sent {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly format: FieldsFormat
}

/**
 * The parts as what they are: the platform takes one without a file name for a text of UTF-8, which octets and other
 * charsets are not, and JSON with one for a file.
 */
function asTyped(
  parts: readonly NamedPart<FormDataEntryValue>[],
  { bytes, contentType, format }: Sent,
): readonly (NamedPart<FieldValue> | Promise<NamedPart<FieldValue>>)[] {
  const { shape, encoding } = format
  const isOfJson = (name: string): boolean => isJson(encoding[name]?.contentType ?? '')
  const hasCharset = (name: string): boolean => /charset/i.test(encoding[name]?.contentType ?? '')
  const valueShape = (name: string): SchemaShape => {
    const property = shape.property(name)
    return allowsOnly(property, 'array') ? property.item(0) : property
  }
  const isUntold = ([name, part]: NamedPart<unknown>): boolean =>
    typeof part === 'string' && (isOfJson(name) || hasCharset(name) || valueShape(name).isBinary)
  const raw = parts.some(isUntold) ? [...new PartsReader(contentType).push(bytes)] : []
  return parts.map((part, index) => {
    const [name, value] = part
    const { isBinary, mayBeBinary, types } = valueShape(name)
    if (typeof value === 'string') {
      const { type = '', content } = isUntold(part) ? (raw[index] ?? {}) : {}
      if (isBinary && content !== undefined) return [name, new Blob([content], { type })]
      if (isJson(type)) return [name, new JsonText(value)]
      return [name, content !== undefined && hasCharset(name) ? decoderOf(type).decode(content) : value]
    }
    // Browsers give a JSON part a file name as soon as it has a media type.
    const isFile =
      isBinary || !isJson(value.type) || (!isOfJson(name) && (mayBeBinary || types === undefined))
    return isFile ? part : value.text().then((text) => [name, new JsonText(text)] as const)
  })
}

const NEWLINE = 10

/** Counts the lines that begin a part, before any part is made: each costs an object of some kilobytes. */
function assertParts(
  bytes: Uint8Array,
  { boundary, limits: { fields } }: { readonly boundary: string; readonly limits: BodyLimits },
): void {
  const delimiter = new TextEncoder().encode(`--${boundary}`)
  // Of the lines that begin so, the last ends the body.
  let left = fields + 1
  for (let start = 0; ; ) {
    if (delimiter.every((byte, index) => bytes[start + index] === byte) && left-- === 0)
      throw tooMany('fields', fields)
    const end = bytes.indexOf(NEWLINE, start)
    if (end < 0) return
    start = end + 1
  }
}
