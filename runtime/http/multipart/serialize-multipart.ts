import { plainJsonValue } from '../json/plain.ts'
import { expandPairs } from '../style/expand.ts'
import { styleOf } from '../style/parameter-style.ts'
import type { EncodingDescriptor } from './encoding.ts'
import { describePart, dispositionOf, type Part } from './part.ts'
import { type Multipart, PartsWriter } from './parts-writer.ts'

type NamedPart = readonly [name: string, part: Part]
type Encodings = Readonly<Record<string, EncodingDescriptor>>

/**
 * Writes `multipart/form-data` or another multipart body with named parts: one part for each item of an
 * array, files for bytes and Blobs, and JSON for objects. A property that has a style is written in this
 * style, without percent-encoding. FormData is not used because it states a part's media type only together
 * with a file name, which servers interpret as an upload.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object, `contentType`
 */
export function serializeMultipart(
  value: object,
  encoding: Encodings,
  mediaType = 'multipart/form-data',
): Multipart {
  const writer = new PartsWriter(mediaType)
  const pieces = namedParts(value, encoding).flatMap(([name, part]) =>
    writer.write(part, { 'Content-Disposition': dispositionOf(name, part) }),
  )
  return { body: new Blob([...pieces, writer.end()]), contentType: writer.contentType }
}

/**
 * Returns the parts of fields, with their names.
 * @param describe creates the part for one value, in the document's media type.
 */
export function namedParts(
  fields: object,
  encoding: Encodings,
  describe: (value: unknown, documented: string | undefined, name: string) => Part = describePart,
): NamedPart[] {
  return Object.entries(fields).flatMap(([name, property]): NamedPart[] => {
    const own = encoding[name] ?? {}
    const style = styleOf(own)
    const items = (Array.isArray(property) ? property : [property]).map(plainJsonValue)
    if (style !== undefined && !items.some(isFile))
      return expandPairs({ ...style, name, encode: (text) => text }, property).map(([key, content]) => [
        key,
        { content },
      ])
    return items
      .filter((item) => item !== undefined)
      .map((item) => [name, describe(item, own.contentType, name)])
  })
}

/** True for files, which no style can express. */
function isFile(value: unknown): boolean {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}
