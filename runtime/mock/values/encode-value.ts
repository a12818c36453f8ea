import { isJson, isText, type MediaTypeDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'

/** One transparent pixel: what shows a picture is to have one. @see PNG, Third Edition */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A value as a body of its media type: JSON stays a value, everything else becomes text or bytes. */
export function encodeValue(
  value: unknown,
  mediaType: string,
  { schema, octets }: MediaTypeDescriptor,
): unknown {
  if (isJson(mediaType) && !octets) return value
  if (/\bxml\b/.test(mediaType)) return typeof value === 'string' ? value : toXml('item', value)
  if (/x-www-form-urlencoded/.test(mediaType))
    return String(
      new URLSearchParams(Object.entries(Object(value)).map(([name, own]) => [name, textOf(own)])),
    )
  if (isText(mediaType)) return textOf(value)
  if (mediaType.startsWith('image/')) return bytesOf(atob(PIXEL))
  return schema === undefined || typeof value !== 'string' ? bytesOf('mock') : bytesOf(textOf(value))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** One byte for each character. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
}

/** Members as elements, items of a list one after the other. */
function toXml(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => toXml(name, item)).join('')
  const tag = name.replace(/[^\w.-]/g, '_').replace(/^[^A-Za-z_]/, '_')
  const inner = isObject(value)
    ? Object.entries(value)
        .map(([member, own]) => toXml(member, own))
        .join('')
    : String(value ?? '')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
  return `<${tag}>${inner}</${tag}>`
}
