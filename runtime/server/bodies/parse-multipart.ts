import { noteDigits } from '../../http/json/exact-json.ts'
import { boundaryOf } from '../../http/media/media-parameter.ts'
import { isJson } from '../../http/media/media-type.ts'
import { PartsReader } from '../../http/multipart/parts-reader.ts'
import { allowsOnly } from '../values/coerce.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { type BodyLimits, tooMany } from './body-limits.ts'
import { type FieldsFormat, fieldValue } from './parse-form.ts'

/**
 * Reads `multipart/form-data`: a part with a file name is a File, one of octets a Blob, others are text, typed by the schema; a name that comes
 * several times is an array, and JSON is parsed where the schema has an object.
 * @param mediaType with the boundary. The platform's parser gets only the boundary that was read here, so that no limit counts other parts
 * than it parses.
 * @throws SyntaxError or TypeError when the parts cannot be told apart; HttpProblem `body-too-complex` when there are more than allowed.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object
 */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  mediaType: string,
  { shape, limits }: FieldsFormat,
): Promise<Readonly<Record<string, unknown>>> {
  const boundary = boundaryOf(mediaType)
  assertParts(bytes, { boundary, limits })
  const contentType = `multipart/form-data; boundary="${boundary.replaceAll(/["\\]/g, '\\$&')}"`
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  const fields = [...byName(withOctets([...form], { bytes, contentType, shape }))].map(
    async ([name, parts]): Promise<[string, unknown]> => {
      const property = shape.property(name)
      const values = parts.map((part) => (part instanceof File ? textOfJson(part, property) : part))
      return [name, fieldValue(await Promise.all(values), { shape: property, limits })]
    },
  )
  const values = Object.fromEntries(await Promise.all(fields))
  for (const [name, text] of form) noteDigits(values, name, values[name], text)
  return values
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

/**
 * The parts, with Blobs for octets that come without a file name: the platform takes such a one for a text, which octets need not be.
 */
function withOctets(
  parts: readonly (readonly [string, FormDataEntryValue])[],
  {
    bytes,
    contentType,
    shape,
  }: { readonly bytes: Uint8Array; readonly contentType: string; readonly shape: SchemaShape },
): readonly (readonly [string, Blob | string])[] {
  const isText = ([name, part]: readonly [string, unknown]): boolean => {
    const property = shape.property(name)
    const isOctets = property.isBinary || (allowsOnly(property, 'array') && property.item(0).isBinary)
    return isOctets && typeof part === 'string'
  }
  if (!parts.some(isText)) return parts
  const raw = [...new PartsReader(contentType).push(bytes)]
  return parts.map((part, index) => {
    const { type = '', content } = raw[index] ?? {}
    return content !== undefined && isText(part) ? [part[0], new Blob([content], { type })] : part
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

/** Browsers give a JSON part a file name as soon as it has a media type; where an object belongs it is none the less JSON. */
async function textOfJson(file: File, shape: SchemaShape): Promise<File | string> {
  const wanted = allowsOnly(shape, 'array') ? shape.item(0) : shape
  return isJson(file.type) && allowsOnly(wanted, 'object') ? file.text() : file
}
