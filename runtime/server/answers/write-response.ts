import { essence, isJson, isRange, matchContent } from '../../http/media/media-type.ts'
import type { MediaTypeDescriptor } from '../../http/operation.ts'
import { isWithoutContent } from '../../http/status.ts'
import { type ItemEncoder, itemEncoder, type StreamMedia } from '../../http/stream/encode-stream.ts'
import { isItems } from '../../http/stream/write-stream.ts'
import type { ResponseHeaders } from '../options/handler.ts'
import type { StandingHeaders } from './standing-headers.ts'

/** What a handler answered, as far as types do not say. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly mediaType?: string
  readonly headers?: ResponseHeaders
}

/** An answer as it goes on the wire. */
export interface WrittenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>> | Headers
  readonly body: BodyInit | null
  /** `undefined` without a body. */
  readonly mediaType: string | undefined
}

/** Writes the items of a stream that the document gives a media type. */
export type WriteItems = (
  items: AsyncIterable<unknown> | Iterable<unknown>,
  media: MediaTypeDescriptor & StreamMedia,
  encoder: ItemEncoder,
) => ReadableStream<Uint8Array>

/**
 * Writes an answer's body in its media type: JSON for JSON; items one by one; text, Blob, bytes and streams of bytes as they are.
 * @param content of the documented response; its first media type is the default.
 * @throws TypeError for an object in a media type that is not JSON.
 */
export function writeAnswer(
  answer: Answer,
  content: Readonly<Record<string, MediaTypeDescriptor>>,
  writeItems: WriteItems,
): WrittenAnswer {
  const { status, body, headers = {} } = answer
  const documented = Object.keys(content)
  const named = answer.mediaType ?? documented[0]
  if (body === undefined || isWithoutContent(status)) {
    return { status, headers: mergeHeaders(headers, undefined), body: null, mediaType: undefined }
  }
  const media = content[matchContent(documented, named ?? '') ?? '']
  if (isStream(media) && named !== undefined && isItems(body) && !(body instanceof Uint8Array)) {
    const encoder = itemEncoder(media, named)
    return {
      status,
      headers: mergeHeaders(headers, contentType(encoder.contentType)),
      body: writeItems(body, media, encoder),
      mediaType: named,
    }
  }
  const mediaType = narrow(named, body)
  return {
    status,
    headers: mergeHeaders(headers, contentType(mediaType)),
    body: serialize(body, mediaType),
    mediaType,
  }
}

function isStream(media: MediaTypeDescriptor | undefined): media is MediaTypeDescriptor & StreamMedia {
  return media?.stream !== undefined
}

/** The media type of a body: the named one, or what the body itself says where that is a range or absent. */
function narrow(named: string | undefined, body: unknown): string {
  if (named !== undefined && !isRange(named)) return named
  if (body instanceof Blob) return body.type || 'application/octet-stream'
  if (body instanceof Uint8Array || body instanceof ReadableStream) return 'application/octet-stream'
  return typeof body === 'string' ? 'text/plain' : 'application/json'
}

function serialize(body: unknown, mediaType: string): BodyInit {
  if (body instanceof Blob || body instanceof ReadableStream || body instanceof Uint8Array)
    return body as BodyInit
  if (isJson(mediaType)) return JSON.stringify(body)
  if (typeof body === 'string') return body
  if (typeof body === 'number' || typeof body === 'boolean') return String(body)
  throw new TypeError(`"${mediaType}" has no rule for this body. Expected: text, a Blob, bytes or a stream.`)
}

/** Text is sent as UTF-8, and only `text/*` needs to be told so; JSON knows no other. */
function contentType(mediaType: string): string {
  return essence(mediaType).startsWith('text/') && !/charset/i.test(mediaType)
    ? `${mediaType}; charset=utf-8`
    : mediaType
}

/** Lists become several lines. A `content-type` that is given wins. */
export function mergeHeaders(
  given: ResponseHeaders,
  type: string | undefined,
): Readonly<Record<string, string>> | Headers {
  const entries = Object.entries(given)
  // A plain object is what the Node adapter writes fastest.
  if (entries.length === 0) return type === undefined ? {} : { 'content-type': type }
  const headers = new Headers(type === undefined ? {} : { 'content-type': type })
  for (const [name, value] of entries) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const line of value) headers.append(name, line)
  }
  return headers
}

/**
 * @param method of the request: HEAD has the headers of GET and no body.
 * @param standing what is added unless the answer says it itself.
 */
export function toResponse(
  { status, headers, body }: WrittenAnswer,
  method: string,
  standing: StandingHeaders,
): Response {
  const init = { status, headers: withStanding(headers, standing) }
  if (method !== 'HEAD') return new Response(body, init)
  if (body instanceof ReadableStream) void body.cancel()
  return new Response(null, init)
}

function withStanding(headers: WrittenAnswer['headers'], standing: StandingHeaders): HeadersInit {
  if (!(headers instanceof Headers)) return { ...standing, ...headers }
  for (const name in standing) if (!headers.has(name)) headers.set(name, standing[name] ?? '')
  return headers
}
