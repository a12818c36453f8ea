import { textOf } from '../json/plain.ts'
import { isJson } from '../media/media-type.ts'

/** One part of a multipart body as it is sent. */
export interface Part {
  readonly content: BlobPart
  readonly type?: string | undefined
  readonly fileName?: string
}

/**
 * What a value is sent as: bytes and Blobs are files, an object is JSON, everything else a text.
 * @param documented the media type that the document gives the part; a list ("image/png, image/jpeg") or a range only limits what may be
 * sent, and names no type.
 */
export function describePart(value: unknown, documented: string | undefined): Part {
  const declared = documented !== undefined && /[,*]/.test(documented) ? undefined : documented
  if (value instanceof Blob) {
    const fileName = value instanceof File ? value.name : 'blob'
    return { content: value, type: value.type || declared || 'application/octet-stream', fileName }
  }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return { content: value as BlobPart, type: declared ?? 'application/octet-stream', fileName: 'blob' }
  }
  if (typeof value === 'object') return { content: textOf(value), type: declared ?? 'application/json' }
  return { content: textOf(value), type: declared }
}

/** The same of a part that is read by its media type alone: a text that is to be JSON is written as such. */
export function describeItem(value: unknown, documented: string | undefined): Part {
  const isText = typeof value === 'string' && documented !== undefined && isJson(documented)
  return isText ? { content: JSON.stringify(value), type: documented } : describePart(value, documented)
}

/** @see HTML Standard, multipart/form-data encoding algorithm */
export function quote(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

/** The header that names a part of a form, and its file. */
export function dispositionOf(name: string, { fileName }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${quote(fileName)}"`
  return `form-data; name="${quote(name)}"${file}`
}

/** A boundary that no content has. */
export function newBoundary(): string {
  return `concordat-${crypto.randomUUID()}`
}
