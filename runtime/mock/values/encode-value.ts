import { isJson, isTextMediaType, type MediaTypeDescriptor } from '@concordat/runtime/http'
import type { Maker } from './maker.ts'
import { mockValueAsXml } from './to-xml.ts'

/** A transparent one-pixel PNG, for image bodies. @see PNG, Third Edition */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The media type of a body, with its media type object in the document. */
export interface MockEncoding {
  readonly mediaType: string
  readonly media: MediaTypeDescriptor
  readonly maker: Maker
}

/** Encodes a value as a body: JSON stays a value; other media types become text or bytes. */
export function encodeValue(value: unknown, { mediaType, media, maker }: MockEncoding): unknown {
  const { schema, octets } = media
  if (isJson(mediaType) && !octets) return value
  if (/\bxml\b/.test(mediaType)) return isXml(value) ? value : mockValueAsXml(value, maker.schema(schema))
  if (/x-www-form-urlencoded/.test(mediaType))
    return String(
      new URLSearchParams(Object.entries(Object(value)).map(([name, own]) => [name, textOf(own)])),
    )
  if (isTextMediaType(mediaType)) return textOf(value)
  if (mediaType.startsWith('image/')) return bytesOf(atob(PIXEL))
  return schema === undefined || typeof value !== 'string' ? bytesOf('mock') : bytesOf(textOf(value))
}

/** True for an empty string or an XML document, such as one from an example. */
function isXml(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && value.trimStart().startsWith('<'))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Converts each character to one byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
}
