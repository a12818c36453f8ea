import { plainJsonText, plainJsonValue } from './json/plain.ts'
import { inUtf8 } from './media/charset.ts'
import {
  isJson,
  isMediaRange,
  isMultipart,
  matchContent,
  matchesMediaType,
  mediaTypeEssence,
} from './media/media-type.ts'
import { formFields } from './multipart/fields-of.ts'
import { writePartText } from './multipart/part.ts'
import { serializeParts } from './multipart/parts-writer.ts'
import { refuseFormField } from './multipart/refuse-field.ts'
import { serializeMultipart } from './multipart/serialize-multipart.ts'
import type { EncodingDescriptor, MediaTypeDescriptor } from './operation.ts'
import { expandPairs, type StylePair } from './style/expand.ts'
import { styleOf } from './style/parameter-style.ts'
import { SerializationError } from './style/serialization-error.ts'
import { type Encode, encodeStrict } from './uri/encode.ts'

/** A body that is ready for `fetch`. */
export interface SerializedBody {
  readonly body: BodyInit
  /** Absent for FormData, because `fetch` sets it together with the boundary. */
  readonly contentType?: string
  /** False for a stream, which can be sent only once. */
  readonly replayable?: boolean
}

/** The media types of a request body, and the one in which to write it. */
export interface BodyChoice {
  readonly content: Readonly<Record<string, MediaTypeDescriptor>>
  /** Default: the first in `content`. */
  readonly mediaType?: string | undefined
}

/** Writes values in certain media types; returns `undefined` for others. */
type Writer = (value: unknown, media: MediaTypeDescriptor, contentType: string) => SerializedBody | undefined

/**
 * Writes a request body in one of its media types. Blobs, bytes, streams, FormData, URLSearchParams and forms
 * given as a string are sent unchanged. For a range ("image/*"), the type is a Blob's own type, JSON or plain
 * text if the range includes it, or else `application/octet-stream`.
 * @throws {SerializationError} if the media type cannot express the value.
 */
export function serializeBody(choice: BodyChoice, value: unknown): SerializedBody {
  return serializeWith([asForm, asMultipart], choice, value)
}

/** Like `serializeBody`, without multipart. */
export function serializeFormBody(choice: BodyChoice, value: unknown): SerializedBody {
  return serializeWith([asForm], choice, value)
}

/** Works like `serializeBody`, but without forms and multipart. */
export function serializeWhole(choice: BodyChoice, value: unknown): SerializedBody {
  return serializeWith([], choice, value)
}

function serializeWith(writers: readonly Writer[], choice: BodyChoice, value: unknown): SerializedBody {
  const keys = Object.keys(choice.content)
  const named = choice.mediaType ?? keys[0] ?? 'application/json'
  const media = choice.content[matchContent(keys, named) ?? ''] ?? {}
  const contentType = isMediaRange(named) ? typeWithin(named, value) : named
  if (value instanceof FormData) return { body: value, replayable: true }
  if (isRaw(value)) return { body: value, contentType, replayable: !(value instanceof ReadableStream) }
  for (const write of writers) {
    const written = write(value, media, contentType)
    if (written !== undefined) return written
  }
  return { body: wholeText(value, media, contentType), contentType: inUtf8(contentType), replayable: true }
}

function wholeText(value: unknown, { octets }: MediaTypeDescriptor, contentType: string): string {
  if (isJson(contentType) && !octets) return JSON.stringify(value)
  const scalar = plainJsonValue(value)
  if (typeof scalar !== 'object') return plainJsonText(scalar ?? '')
  throw new SerializationError(
    `An object cannot be written as "${contentType}". Expected: text, a Blob, bytes or a stream.`,
  )
}

const asForm: Writer = (value, { encoding = {} }, contentType) => {
  if (mediaTypeEssence(contentType) !== 'application/x-www-form-urlencoded') return undefined
  const body = typeof value === 'string' ? value : serializeForm(formFields(value, contentType), encoding)
  return { body, contentType, replayable: true }
}

const asMultipart: Writer = (value, media, contentType) => {
  if (!isMultipart(contentType)) return undefined
  const { encoding = {} } = media
  const isByPlace = Array.isArray(value) && mediaTypeEssence(contentType) !== 'multipart/form-data'
  if (isByPlace) return { ...serializeParts(value, media, contentType), replayable: true }
  const fields = formFields(value, contentType)
  for (const [name, field] of Object.entries(fields)) assertWritable(name, field, levelsOf(encoding[name]))
  return { ...serializeMultipart(fields, encoding, contentType), replayable: true }
}

function typeWithin(range: string, value: unknown): string {
  if (value instanceof Blob && value.type !== '') return value.type
  const natural = typeof plainJsonValue(value) === 'string' ? 'text/plain' : 'application/json'
  return !isRaw(value) && matchesMediaType(range, natural) ? natural : 'application/octet-stream'
}

function isRaw(value: unknown): value is BodyInit {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream ||
    value instanceof URLSearchParams
  )
}

/**
 * Throws an error for null and empty arrays, which a field cannot represent, because the server would
 * otherwise get a different body.
 * @param place "metadata.tags.0"
 * @param levels depth to which arrays are written item by item; objects at the last level are JSON.
 * @throws {SerializationError} for a value that the form cannot express.
 */
function assertWritable(place: string, value: unknown, levels: number): void {
  if (value === undefined) return
  const own = plainJsonValue(value) ?? null
  if (own !== null && (typeof own !== 'object' || isRaw(own) || levels < (Array.isArray(own) ? 1 : 2))) return
  const members = Object.entries(own ?? {})
  if (members.length === 0) refuseFormField(place, own)
  for (const [name, member] of members) assertWritable(`${place}.${name}`, member, levels - 1)
}

/**
 * Encodes text for forms: percent-encoding with "+" for a space. @see URL Standard,
 * application/x-www-form-urlencoded
 */
const encodeForm: Encode = (text) => encodeStrict(text).replaceAll('%20', '+')

function levelsOf(encoding: EncodingDescriptor = {}): number {
  const style = styleOf(encoding)
  return style === undefined ? 1 : style.style === 'deepObject' ? Infinity : 2
}

/**
 * Writes `application/x-www-form-urlencoded`. A property that has a style is written in this style:
 * `deepObject` produces `metadata[key]=value`, at any depth. By default, arrays repeat their name, and
 * objects and properties with a JSON media type become JSON.
 * @throws {SerializationError} for null and empty arrays, which forms cannot express, for empty objects in a
 * style, and for objects whose media type is not JSON.
 * @see OpenAPI 3.1.1, Encoding Object
 */
export function serializeForm(value: object, encoding: Readonly<Record<string, EncodingDescriptor>>): string {
  return Object.entries(value)
    .flatMap(([name, property]): StylePair[] => {
      const own = encoding[name] ?? {}
      assertWritable(name, property, levelsOf(own))
      const style = styleOf(own)
      if (style !== undefined) return expandPairs({ ...style, name, encode: encodeForm }, property)
      const items: unknown[] = Array.isArray(property) ? property : [property]
      return items
        .map(plainJsonValue)
        .filter((item) => item !== undefined)
        .map((item) => [encodeForm(name), encodeForm(writePartText(item, own.contentType))])
    })
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
}
