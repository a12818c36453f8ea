import { decoderOf } from '../../http/media/charset.ts'
import { isJson } from '../../http/media/media-type.ts'
import { PartsReader, type RawPart } from '../../http/multipart/parts-reader.ts'
import { shapeAllowsOnly } from '../values/coerce.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { tooManyParts } from './body-limits.ts'
import { type FieldsFormat, type FieldValue, JsonText, readFields } from './parse-form.ts'

/** Decodes the strings of a form as the platform does: bytes that are not UTF-8 become U+FFFD. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Parses `multipart/form-data`. A part with a file name becomes a File, unless it is JSON for a property that
 * is documented as JSON or cannot be binary. A binary part without a file name becomes a Blob. Any other part
 * is text, converted according to the schema or the style of its encoding. A repeated name becomes an array.
 * @param mediaType including the boundary.
 * @throws SyntaxError if the parts cannot be separated or a part has no name; HttpProblem `body-too-complex`
 * if there are too many.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object
 */
export function parseMultipart(
  bytes: Uint8Array,
  mediaType: string,
  format: FieldsFormat,
): Readonly<Record<string, unknown>> {
  const parts = byName(bytes, { mediaType, format })
  const pairs = new Map<string, readonly string[]>()
  const others = new Map<string, readonly FieldValue[]>()
  for (const [name, values] of parts) {
    const texts = values.filter((value) => typeof value === 'string')
    if (texts.length === values.length) pairs.set(name, texts)
    else others.set(name, values)
  }
  return readFields({ pairs, others, decode: (text) => text }, format)
}

interface Sent {
  readonly mediaType: string
  readonly format: FieldsFormat
}

/**
 * Groups the parts by name in one pass: searching all parts for each name would take minutes if many parts
 * are allowed.
 */
function byName(bytes: Uint8Array, { mediaType, format }: Sent): ReadonlyMap<string, readonly FieldValue[]> {
  const { fields } = format.limits
  const reader = new PartsReader(mediaType)
  const named = new Map<string, FieldValue[]>()
  let left = fields
  for (const part of reader.push(bytes)) {
    if (left-- === 0) throw tooManyParts('fields', fields)
    const { name } = part
    if (name === undefined) throw new SyntaxError('a part has no name')
    const value = readPart(part, name, format)
    const others = named.get(name)
    if (others === undefined) named.set(name, [value])
    else others.push(value)
  }
  if (!reader.isEnded) throw new SyntaxError('its closing boundary is missing')
  return named
}

function readPart(part: RawPart, name: string, { shape, encoding }: FieldsFormat): FieldValue {
  const { type, fileName } = part
  const { isBinary, mayBeBinary, types } = itemOf(shape.property(name))
  const documented = encoding[name]?.contentType ?? ''
  const content = contentOf(part)
  if (fileName !== undefined) {
    // Browsers add a file name to a JSON part if it has a media type.
    const isFile = isBinary || !isJson(type) || (!isJson(documented) && (mayBeBinary || types === undefined))
    return isFile ? new File([content], fileName, { type }) : new JsonText(utf8.decode(content))
  }
  if (isBinary) return new Blob([content], { type })
  if (isJson(documented) && isJson(type)) return new JsonText(utf8.decode(content))
  return (/charset/i.test(documented) ? decoderOf(type) : utf8).decode(content)
}

/** The shape of one part. Each item of an array is a separate part. */
function itemOf(property: SchemaShape): SchemaShape {
  return shapeAllowsOnly(property, 'array') ? property.item(0) : property
}

function contentOf({ content, transferEncoding }: RawPart): Uint8Array<ArrayBuffer> {
  if (transferEncoding !== 'base64') return content
  try {
    return Uint8Array.from(atob(utf8.decode(content)), (character) => character.charCodeAt(0))
  } catch {
    throw new SyntaxError('a part is not valid base64, although its Content-Transfer-Encoding is base64')
  }
}
