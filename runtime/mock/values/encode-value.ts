import { isJson, isText, type MediaTypeDescriptor } from '@concordat/runtime/http'
import type { Maker } from './maker.ts'
import { toXml } from './to-xml.ts'

/** One transparent pixel: what shows a picture is to have one. @see PNG, Third Edition */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The media type of a body, and its description in the document. */
export interface Encoding {
  readonly mediaType: string
  readonly media: MediaTypeDescriptor
  readonly maker: Maker
}

/** A value as a body of its media type: JSON stays a value, everything else becomes text or bytes. */
export function encodeValue(value: unknown, { mediaType, media, maker }: Encoding): unknown {
  const { schema, octets } = media
  if (isJson(mediaType) && !octets) return value
  if (/\bxml\b/.test(mediaType)) return isXml(value) ? value : toXml(value, maker.schema(schema))
  if (/x-www-form-urlencoded/.test(mediaType))
    return String(
      new URLSearchParams(Object.entries(Object(value)).map(([name, own]) => [name, textOf(own)])),
    )
  if (isText(mediaType)) return textOf(value)
  if (mediaType.startsWith('image/')) return bytesOf(atob(PIXEL))
  return schema === undefined || typeof value !== 'string' ? bytesOf('mock') : bytesOf(textOf(value))
}

/** True for a document of XML, as examples have it, and for nothing at all. */
function isXml(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && value.trimStart().startsWith('<'))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** One byte for each character. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
}
