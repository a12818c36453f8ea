import { noteDigits } from '../../http/json/exact-json.ts'
import { isJson } from '../../http/media/media-type.ts'
import { PartsReader } from '../../http/multipart/parts-reader.ts'
import { allowsOnly } from '../values/coerce.ts'
import type { SchemaShape } from '../values/schema-shape.ts'
import { type BodyLimits, tooMany } from './body-limits.ts'
import { type FieldsFormat, fieldValue } from './parse-form.ts'

/**
 * Reads `multipart/form-data`: a part with a file name is a File, one of octets a Blob, others are text, typed by the schema; a name that comes
 * several times is an array, and JSON is parsed where the schema has an object.
 * @param contentType with the boundary.
 * @throws TypeError when the parts cannot be told apart; HttpProblem `body-too-complex` when there are more than allowed.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object
 */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { shape, limits }: FieldsFormat,
): Promise<Readonly<Record<string, unknown>>> {
  assertParts(bytes, { contentType, limits })
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  const octets = octetsOf(form, { bytes, contentType, shape })
  const entries = [...new Set(form.keys())].map(async (name): Promise<[string, unknown]> => {
    const property = shape.property(name)
    const parts =
      octets.get(name) ??
      form.getAll(name).map((part) => (typeof part === 'string' ? part : textOfJson(part, property)))
    return [name, fieldValue(await Promise.all(parts), { shape: property, limits })]
  })
  const fields = Object.fromEntries(await Promise.all(entries))
  for (const [name, text] of form) noteDigits(fields, name, fields[name], text)
  return fields
}

/**
 * The parts of octets among which there is one without a file name, by their names: such a one is a text to the platform, which octets need
 * not be.
 */
function octetsOf(
  form: FormData,
  {
    bytes,
    contentType,
    shape,
  }: { readonly bytes: Uint8Array; readonly contentType: string; readonly shape: SchemaShape },
): ReadonlyMap<string, readonly (Blob | string)[]> {
  const isOctets = (name: string): boolean => {
    const property = shape.property(name)
    return property.isBinary || (allowsOnly(property, 'array') && property.item(0).isBinary)
  }
  const all = [...form]
  const names = new Set(
    all.flatMap(([name, part]) => (typeof part === 'string' && isOctets(name) ? [name] : [])),
  )
  if (names.size === 0) return new Map()
  const raw = [...new PartsReader(contentType).push(bytes)]
  const found = all.map(([name, part], index): [string, Blob | string] => {
    const { type = '', content } = raw[index] ?? {}
    return [name, content === undefined || typeof part !== 'string' ? part : new Blob([content], { type })]
  })
  return new Map(
    [...names].map((name) => [name, found.filter(([own]) => own === name).map(([, part]) => part)]),
  )
}

const NEWLINE = 10

/** Counts the lines that begin a part, before any part is made: each costs an object of some kilobytes. */
function assertParts(
  bytes: Uint8Array,
  { contentType, limits: { fields } }: { readonly contentType: string; readonly limits: BodyLimits },
): void {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  const delimiter = new TextEncoder().encode(`--${quoted ?? plain ?? ''}`)
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
