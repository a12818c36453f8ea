import { isJson } from '../http/media-type.ts'
import { allowsOnly } from './coerce.ts'
import { type FieldsFormat, fieldValue } from './parse-form.ts'
import type { SchemaShape } from './schema-shape.ts'

/**
 * Reads `multipart/form-data`: a part with a file name is a File, others are text, typed by the schema; a name that comes
 * several times is an array, and JSON is parsed where the schema has an object.
 * @param contentType with the boundary.
 * @throws TypeError when the parts cannot be told apart.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object
 */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { shape }: FieldsFormat,
): Promise<Readonly<Record<string, unknown>>> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  const entries = [...new Set(form.keys())].map(async (name): Promise<[string, unknown]> => {
    const property = shape.property(name)
    const parts = form
      .getAll(name)
      .map((part) => (typeof part === 'string' ? part : textOfJson(part, property)))
    return [name, fieldValue(await Promise.all(parts), property)]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Browsers give a JSON part a file name as soon as it has a media type; where an object belongs it is none the less JSON. */
async function textOfJson(file: File, shape: SchemaShape): Promise<File | string> {
  const wanted = allowsOnly(shape, 'array') ? shape.item(0) : shape
  return isJson(file.type) && allowsOnly(wanted, 'object') ? file.text() : file
}
