import { plain, textOf } from './expand.ts'
import type { EncodingDescriptor, MediaTypeDescriptor } from './operation.ts'

/** A multipart body, with the media type that names its boundary. */
interface Multipart {
  readonly body: Blob
  readonly contentType: string
}

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
  const parts = Object.entries(value).flatMap(([name, property]) =>
    (Array.isArray(property) ? property : [property])
      .map(plain)
      .filter((item) => item !== undefined)
      .map((item): [string, Part] => {
        const part = describePart(item, encoding[name]?.contentType)
        const file = part.fileName === undefined ? '' : `; filename="${quote(part.fileName)}"`
        return [`Content-Disposition: form-data; name="${quote(name)}"${file}\r\n`, part]
      }),
  )
  return joined(parts, mediaType)
}

/**
 * Writes a multipart of parts that only their places tell apart, such as `multipart/mixed`.
 * @see OpenAPI 3.2.0, Encoding By Position
 */
export function serializeParts(
  items: readonly unknown[],
  { prefixEncoding = [], itemEncoding }: Pick<MediaTypeDescriptor, 'prefixEncoding' | 'itemEncoding'>,
  mediaType: string,
): Multipart {
  const parts = items.map((item, index): [string, Part] => [
    '',
    describePart(plain(item) ?? null, (prefixEncoding[index] ?? itemEncoding)?.contentType),
  ])
  return joined(parts, mediaType)
}

function joined(parts: readonly (readonly [headers: string, part: Part])[], mediaType: string): Multipart {
  const boundary = `concordat-${crypto.randomUUID()}`
  const pieces = parts.flatMap(([headers, { content, type }]): BlobPart[] => [
    `--${boundary}\r\n${headers}${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    content,
    '\r\n',
  ])
  return {
    body: new Blob([...pieces, `--${boundary}--\r\n`]),
    contentType: `${mediaType}; boundary=${boundary}`,
  }
}

interface Part {
  readonly content: BlobPart
  readonly type?: string | undefined
  readonly fileName?: string
}

function describePart(item: unknown, documented: string | undefined): Part {
  // A list ("image/png, image/jpeg") or a range only limits what may be sent: it names no type.
  const declared = documented !== undefined && /[,*]/.test(documented) ? undefined : documented
  if (item instanceof Blob) {
    const fileName = item instanceof File ? item.name : 'blob'
    return { content: item, type: item.type || declared || 'application/octet-stream', fileName }
  }
  if (item instanceof ArrayBuffer || ArrayBuffer.isView(item)) {
    return { content: item as BlobPart, type: declared ?? 'application/octet-stream', fileName: 'blob' }
  }
  if (typeof item === 'object') return { content: textOf(item), type: declared ?? 'application/json' }
  return { content: textOf(item), type: declared }
}

/** @see HTML Standard, multipart/form-data encoding algorithm */
function quote(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
