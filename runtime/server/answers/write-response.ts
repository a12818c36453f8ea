import { rememberedByKey } from '../../http/bounded/remembered.ts'
import { inUtf8 } from '../../http/media/charset.ts'
import { isJson, isMediaRange, matchContent, mediaTypeEssence } from '../../http/media/media-type.ts'
import type { MediaTypeDescriptor, OperationDescriptor } from '../../http/operation.ts'
import { isWithoutContent, responseFor } from '../../http/status.ts'
import { type ItemEncoder, itemEncoder, type StreamMedia } from '../../http/stream/encode-stream.ts'
import { isItems } from '../../http/stream/write-stream.ts'
import type { ResponseHeaders } from '../options/handler.ts'
import { isPlainValue } from '../values/plain.ts'
import type { StandingHeaders } from './standing-headers.ts'

/** A handler's return value, not yet known to be a response. */
export interface HandlerAnswer {
  readonly status: number
  readonly body?: unknown
  readonly mediaType?: string
  readonly headers?: ResponseHeaders
}

/** Headers by lower-case name; only `set-cookie` can have several values. */
export type WireHeaders = Readonly<Record<string, string | readonly string[]>>

/** A serialised answer. */
export interface WrittenAnswer {
  readonly status: number
  readonly headers: WireHeaders
  readonly body: BodyInit | null
  /** `undefined` if the response has no body. */
  readonly mediaType: string | undefined
}

/** Serializes a stream's items in a documented media type. */
export type WriteItems = (
  items: AsyncIterable<unknown> | Iterable<unknown>,
  media: MediaTypeDescriptor & StreamMedia,
  encoder: ItemEncoder,
) => ReadableStream<Uint8Array>

/** Facts about bodies with one media type and one status. */
interface Media {
  readonly mediaType: string
  readonly headers: WireHeaders
  /** Headers for a text body, which is always UTF-8. */
  readonly textHeaders: WireHeaders
  readonly isJson: boolean
}

/** Facts about a status, computed before the first response with it. */
interface StatusPlan {
  readonly isWithoutContent: boolean
  /** The first documented media type. */
  readonly first: string | undefined
  readonly hasStreams: boolean
  readonly content: Readonly<Record<string, MediaTypeDescriptor>>
  readonly mediaOf: (mediaType: string) => Media
}

/**
 * Compiles the serialization of an operation's responses. Values are written as JSON, and the items of a
 * stream one by one; text, Blobs, bytes and byte streams are sent unchanged. The default media type is the
 * first one of the documented response.
 * @returns a function that throws a TypeError for an object whose media type is not JSON, and a RangeError
 * for an invalid status.
 */
export function compileAnswers(
  operation: OperationDescriptor,
  standing: StandingHeaders,
): (answer: HandlerAnswer, writeItems: WriteItems) => WrittenAnswer {
  const planOf = rememberedByKey((status: number) => planStatus(status, { operation, standing }))
  return ({ status, body, headers, mediaType: named }, writeItems) => {
    const plan = planOf(status)
    if (body === undefined || plan.isWithoutContent) {
      // A response to HEAD has the same headers as the response to GET.
      const own = named !== undefined && operation.method === 'HEAD' ? plan.mediaOf(named).headers : standing
      return { status, headers: mergeAnswerHeaders(headers, own), body: null, mediaType: undefined }
    }
    const wanted = named ?? plan.first
    if (plan.hasStreams && wanted !== undefined && isItems(body) && !(body instanceof Uint8Array)) {
      const media = plan.content[matchContent(Object.keys(plan.content), wanted) ?? '']
      if (isStream(media)) {
        const encoder = itemEncoder(media, wanted)
        const own = { ...standing, 'content-type': inUtf8(contentType(encoder.contentType)) }
        return {
          status,
          headers: mergeAnswerHeaders(headers, own),
          body: writeItems(body, media, encoder),
          mediaType: wanted,
        }
      }
    }
    const media = plan.mediaOf(narrow(wanted, body))
    return {
      status,
      headers: mergeAnswerHeaders(headers, isOctets(body) ? media.headers : media.textHeaders),
      body: writeBody(body, media),
      mediaType: media.mediaType,
    }
  }
}

/** @throws RangeError for an invalid status. */
function planStatus(
  status: number,
  { operation, standing }: { readonly operation: OperationDescriptor; readonly standing: StandingHeaders },
): StatusPlan {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`A response cannot have status ${status}. Expected: 200 to 599.`)
  const content = responseFor(operation.responses, status)?.content ?? {}
  const documented = Object.keys(content)
  return {
    isWithoutContent: isWithoutContent(status),
    first: documented[0],
    hasStreams: Object.values(content).some(isStream),
    content,
    mediaOf: rememberedByKey((mediaType) => ({
      mediaType,
      headers: mergeAnswerHeaders({ 'content-type': contentType(mediaType) }, standing),
      textHeaders: mergeAnswerHeaders({ 'content-type': inUtf8(contentType(mediaType)) }, standing),
      isJson: isJson(mediaType) && !content[matchContent(documented, mediaType) ?? '']?.octets,
    })),
  }
}

function isStream(media: MediaTypeDescriptor | undefined): media is MediaTypeDescriptor & StreamMedia {
  return media?.stream !== undefined
}

const isKnownRange = rememberedByKey(isMediaRange)

/** The media type of a body: the given one or, if that is a range or absent, the usual one for the body. */
function narrow(named: string | undefined, body: unknown): string {
  if (named !== undefined && !isKnownRange(named)) return named
  if (body instanceof Blob) return body.type || 'application/octet-stream'
  if (body instanceof Uint8Array || body instanceof ReadableStream) return 'application/octet-stream'
  return typeof body === 'string' ? 'text/plain' : 'application/json'
}

function writeBody(body: unknown, { mediaType, isJson }: Media): BodyInit {
  if (isJson && isPlainValue(body)) return JSON.stringify(body)
  if (isOctets(body)) return body
  if (isJson) return JSON.stringify(body)
  if (typeof body === 'string') return body
  if (typeof body === 'number' || typeof body === 'boolean') return String(body)
  throw new TypeError(
    `This body cannot be written as "${mediaType}". Expected: text, a Blob, bytes or a stream.`,
  )
}

function isOctets(body: unknown): body is Blob | ReadableStream | Uint8Array<ArrayBuffer> {
  if (typeof body !== 'object') return false
  return body instanceof Blob || body instanceof ReadableStream || body instanceof Uint8Array
}

/** Adds a charset to `text/*`, because text is sent as UTF-8. JSON needs none, because it is always UTF-8. */
function contentType(mediaType: string): string {
  return mediaTypeEssence(mediaType).startsWith('text/') && !/charset/i.test(mediaType)
    ? `${mediaType}; charset=utf-8`
    : mediaType
}

/**
 * The headers of a response, including those added to all responses; given headers take precedence. A list
 * becomes several lines for `set-cookie`, and a single line for any other header.
 * @throws TypeError for names and values that are invalid in HTTP.
 */
export function mergeAnswerHeaders(given: ResponseHeaders | undefined, standing: WireHeaders): WireHeaders {
  const entries = given === undefined ? [] : Object.entries(given)
  // This is fastest, because nothing is copied.
  if (entries.length === 0) return standing
  const headers: Record<string, string | readonly string[]> = { ...standing }
  for (const [name, value] of entries) {
    const lines = typeof value === 'string' ? [value] : [...value]
    const written = lines.map((line) => writtenValue(name, line))
    const key = name.toLowerCase()
    if (written.length > 0) headers[key] = key === 'set-cookie' ? written : written.join(', ')
  }
  return headers
}

const NAME = /^[\w!#$%&'*+\-.^`|~]+$/
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** @see RFC 9110, 5.1 and 5.5 */
function writtenValue(name: string, value: string): string {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')
  if (!NAME.test(name)) throw new TypeError(`"${name}" is not a valid header name.`)
  if (FORBIDDEN.test(text))
    throw new TypeError(`The "${name}" header contains a character that HTTP does not allow.`)
  return text
}

/** Removes the body from a response to HEAD, which has the same headers as the response to GET. */
export function answerToMethod(method: string, answer: WrittenAnswer): WrittenAnswer {
  return method === 'HEAD' ? answerWithoutContent(answer) : answer
}

export function answerWithoutContent(answer: WrittenAnswer): WrittenAnswer {
  if (answer.body instanceof ReadableStream) void answer.body.cancel()
  return { ...answer, body: null }
}

export function toResponse({ status, headers, body }: WrittenAnswer): Response {
  return new Response(body, { status, headers: toAnswerHeaders(headers) })
}

/** Converts a `Response`. Its body remains a stream. */
export function toWrittenAnswer({ status, headers, body }: Response): WrittenAnswer {
  const written: Record<string, string | readonly string[]> = {}
  for (const [name, value] of headers) if (name !== 'set-cookie') written[name] = value
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) written['set-cookie'] = cookies
  const mediaType = headers.get('content-type')
  return {
    status,
    headers: written,
    body,
    mediaType: mediaType === null ? undefined : mediaTypeEssence(mediaType),
  }
}

export function toAnswerHeaders(given: WireHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const line of typeof value === 'string' ? [value] : value) headers.append(name, line)
  return headers
}
