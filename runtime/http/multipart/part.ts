import { plainJsonText } from '../json/plain.ts'
import { inUtf8 } from '../media/charset.ts'
import { isJson, mediaTypeEssence } from '../media/media-type.ts'
import { SerializationError } from '../style/serialization-error.ts'

/** A multipart part to send. */
export interface Part {
  readonly content: BlobPart
  readonly type?: string | undefined
  readonly fileName?: string
}

/**
 * Creates the part for a value: bytes and Blobs become files, objects become JSON, and anything else becomes
 * text.
 * @param declared the media type from the document.
 */
export function multipartPart(value: unknown, declared?: string): Part {
  const isBlob = value instanceof Blob
  if (isBlob || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    const type = (isBlob && value.type) || declared || 'application/octet-stream'
    return { content: value as BlobPart, type, fileName: value instanceof File ? value.name : 'blob' }
  }
  const type = declared ?? (typeof value === 'object' ? 'application/json' : undefined)
  return { content: plainJsonText(value), type }
}

/**
 * Creates the part for a value in the document's media type.
 * @param documented the media type; a list ("image/png, image/jpeg") or a range is ignored, because it does
 * not determine the type.
 * @throws {SerializationError} for an object in a media type other than JSON or plain text.
 */
export function describePart(value: unknown, documented: string | undefined): Part {
  const part = multipartPart(value, mediaTypeNamed(documented))
  const { fileName, type } = part
  if (fileName !== undefined || type === undefined) return part
  return { content: writePartText(value, type), type: inUtf8(type) }
}

function mediaTypeNamed(documented: string | undefined): string | undefined {
  return documented !== undefined && /[,*]/.test(documented) ? undefined : documented
}

/**
 * Writes a value that is not a file as text in a media type. In JSON, a string keeps its quotes.
 * @throws {SerializationError} for an object in a media type other than JSON or plain text. As plain text, an
 * object is written as JSON.
 */
export function writePartText(value: unknown, documented: string | undefined): string {
  const type = mediaTypeNamed(documented)
  if (type === undefined || mediaTypeEssence(type) === 'text/plain') return plainJsonText(value)
  if (isJson(type)) return JSON.stringify(value)
  if (typeof value !== 'object') return plainJsonText(value)
  throw new SerializationError(`An object cannot be written as "${type}". Expected: text, a Blob or bytes.`)
}

/** @see HTML Standard, multipart/form-data encoding algorithm */
export function quotePartName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

/** Returns a form part's `Content-Disposition` value, with its name and, for a file, the file name. */
export function dispositionOf(name: string, { fileName }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${quotePartName(fileName)}"`
  return `form-data; name="${quotePartName(name)}"${file}`
}

/** Returns a random boundary, so that no content contains it by chance. */
export function newBoundary(): string {
  return `concordat-${crypto.randomUUID()}`
}
