import { plain } from '../json/plain.ts'
import { expandPairs } from '../style/expand.ts'
import { styleOf } from '../style/parameter-style.ts'
import type { EncodingDescriptor } from './encoding.ts'
import { describePart, dispositionOf, type Part } from './part.ts'
import { type Multipart, PartsWriter } from './parts-writer.ts'

type NamedPart = readonly [name: string, part: Part]
type Encodings = Readonly<Record<string, EncodingDescriptor>>

/**
 * Writes `multipart/form-data`, or another multipart of named parts: an array is one part per item, bytes and
 * Blobs are files, an object is a JSON part, and a property with a style is written in it, without
 * percent-encoding. It is not made by FormData, which gives a part a media type only together with a file
 * name, and servers take a part with a file name for an upload.
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
 * The parts that fields are sent as, with their names.
 * @param describe makes a part of one value, in the media type that the document gives it.
 */
export function namedParts(
  fields: object,
  encoding: Encodings,
  describe: (value: unknown, documented: string | undefined, name: string) => Part = describePart,
): NamedPart[] {
  return Object.entries(fields).flatMap(([name, property]): NamedPart[] => {
    const own = encoding[name] ?? {}
    const style = styleOf(own)
    const items = (Array.isArray(property) ? property : [property]).map(plain)
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

/** No style has a form for these. */
function isFile(value: unknown): boolean {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}
