import { plain } from '../json/plain.ts'
import type { EncodingDescriptor } from './encoding.ts'
import { describePart, dispositionOf } from './part.ts'
import { type Multipart, PartsWriter } from './parts-writer.ts'

/**
 * Writes `multipart/form-data`, or another multipart of named parts: an array is one part per item, bytes and Blobs are files, an
 * object is a JSON part. It is not made by FormData, which gives a part a media type only together with a file name, and servers take
 * what has a file name for an upload.
 * @see RFC 7578; OpenAPI 3.1.1, Encoding Object, `contentType`
 */
export function serializeMultipart(
  value: object,
  encoding: Readonly<Record<string, EncodingDescriptor>>,
  mediaType = 'multipart/form-data',
): Multipart {
  const writer = new PartsWriter(mediaType)
  const pieces = Object.entries(value).flatMap(([name, property]) =>
    (Array.isArray(property) ? property : [property])
      .map(plain)
      .filter((item) => item !== undefined)
      .flatMap((item) => {
        const part = describePart(item, encoding[name]?.contentType)
        return writer.write(part, { 'Content-Disposition': dispositionOf(name, part) })
      }),
  )
  return { body: new Blob([...pieces, writer.end()]), contentType: writer.contentType }
}
