import { rememberedByKey } from '../../http/bounded/remembered.ts'
import { decoderOf } from '../../http/media/charset.ts'
import {
  isJson,
  isMultipart,
  isTextMediaType,
  matchContent,
  mediaTypeEssence,
} from '../../http/media/media-type.ts'
import { mayHaveBody } from '../../http/method.ts'
import type { MediaTypeDescriptor, RequestBodyDescriptor, StreamDescriptor } from '../../http/operation.ts'
import { afterValue } from '../incoming/after.ts'
import type { Incoming } from '../incoming/incoming.ts'
import type { Bytes } from '../incoming/read-body.ts'
import { HttpProblem } from '../problems/problem.ts'
import { shapeAllowsOnly } from '../values/coerce.ts'
import type { ShapeReader } from '../values/schema-shape.ts'
import { parseForm } from './parse-form.ts'
import { JsonReader, type JsonReading } from './parse-json.ts'
import { parseMultipart } from './parse-multipart.ts'
import { parseParts } from './parse-parts.ts'
import { readRequestItems } from './read-items.ts'

/** A parsed body, before validation. */
export interface ParsedBody {
  /** The key in the requestBody's `content` that was used to parse the body. */
  readonly mediaType: string
  /** A JSON value, an object of fields, a string, or a Blob; for a stream, an AsyncIterable of its items. */
  readonly value: unknown
  /** True for text that is not parsed, such as XML or CSV. */
  readonly isText: boolean
}

interface Limits extends JsonReading {
  readonly bytes: number
  /** True if the operation documents `Content-Encoding`, so that decoding is left to its handler. */
  readonly takesCodings: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A parser for bodies with one `Content-Type`. */
interface Reading {
  /** The matching key in `content`; `undefined` if none matches. */
  readonly mediaType: string | undefined
  readonly stream: StreamDescriptor | undefined
  readonly read: (bytes: Bytes, incoming: Incoming) => ParsedBody | undefined | Promise<ParsedBody>
}

/**
 * Compiles the parsing of a requestBody.
 * @returns a function that returns `undefined` if an optional body is absent. It throws an HttpProblem:
 * `body-missing`, `body-too-large`, `body-too-complex`, `malformed-body` or `unsupported-media-type`; also
 * `invalid-body` if the body is nested too deeply.
 */
export function makeBodyParser(
  { content, required }: RequestBodyDescriptor,
  readShape: ShapeReader,
  limits: Limits,
): (incoming: Incoming) => ParsedBody | undefined | Promise<ParsedBody | undefined> {
  const keys = Object.keys(content)
  const readingOf = rememberedByKey((header: string | null) =>
    compileReading(header, { content, keys, required, readShape, limits }),
  )

  return (incoming) => {
    if (!limits.takesCodings) refuseCoded(incoming)
    const header = incoming.header('content-type')
    const { mediaType, stream, read } = readingOf(header)
    if (mediaType === undefined) {
      // Reject the body before reading it. An empty body is instead reported as missing, which is more
      // helpful.
      const isDeclared = header !== null || Number(incoming.header('content-length') ?? 0) > 0
      if (isDeclared) throw unsupported(header, keys)
    } else if (stream !== undefined) {
      return { mediaType, value: readRequestItems(incoming.request, { stream, limits }), isText: false }
    }
    return afterValue(incoming.readBody(limits.bytes), (bytes) => read(bytes, incoming))
  }
}

interface ReadingOptions extends Pick<RequestBodyDescriptor, 'content'> {
  readonly required: true | undefined
  /** The media types in `content`. */
  readonly keys: readonly string[]
  readonly readShape: ShapeReader
  readonly limits: Limits
}

function compileReading(
  header: string | null,
  { content, keys, required, readShape, limits }: ReadingOptions,
): Reading {
  const contentType = header ?? ''
  const mediaType = matchContent(keys, mediaTypeEssence(header) || 'application/octet-stream')
  const descriptor = content[mediaType ?? ''] ?? {}
  const isOfJson = isJson(contentType) && !descriptor.octets
  const parse = parserOf({ ...descriptor, contentType, readShape, limits })
  const failed = (error: unknown): never => {
    throw error instanceof HttpProblem ? error : malformed(header, error)
  }

  /** The parsed body; `undefined` if none was sent and none is required. */
  function read(bytes: Bytes, incoming: Incoming): ParsedBody | undefined | Promise<ParsedBody> {
    const mayCarry = mayHaveBody(incoming.method)
    if (bytes.length === 0 && (header === null || isOfJson || !mayCarry)) {
      if (required && mayCarry)
        throw new HttpProblem({ kind: 'body-missing', detail: 'The operation requires a body.' })
      return undefined
    }
    if (mediaType === undefined) throw unsupported(header, keys)
    const toBody = (value: unknown): ParsedBody => ({
      mediaType,
      value,
      isText: typeof value === 'string' && !isOfJson,
    })
    try {
      const parsed = parse(bytes)
      return parsed instanceof Promise ? parsed.then(toBody, failed) : toBody(parsed)
    } catch (error) {
      return failed(error)
    }
  }

  return { mediaType, stream: descriptor.stream, read }
}

/**
 * Rejects a content coding, because the content would be read as if it were not encoded.
 * @see RFC 9110, 8.4 and 15.5.16
 */
function refuseCoded(incoming: Incoming): void {
  const coding = incoming.header('content-encoding')
  if (coding === null || /^[\s,]*(identity[\s,]*)*$/i.test(coding)) return
  throw new HttpProblem({
    kind: 'unsupported-media-type',
    detail: `The content coding "${coding}" is not supported. Send the body unencoded.`,
    headers: { 'accept-encoding': 'identity' },
  })
}

function malformed(header: string | null, cause: unknown): HttpProblem {
  const fact = cause instanceof SyntaxError ? `: ${cause.message}` : ''
  // Only a decoder for an unknown charset throws a RangeError.
  const detail =
    cause instanceof RangeError
      ? 'The charset of the body, or of one of its parts, is not supported.'
      : `The body cannot be parsed as "${mediaTypeEssence(header)}"${fact}.`
  return new HttpProblem({ kind: 'malformed-body', detail, cause })
}

function unsupported(header: string | null, keys: readonly string[]): HttpProblem {
  const given = header === null ? 'The body has no media type' : `The media type "${header}" is not supported`
  const detail = `${given}. Supported: ${keys.map((key) => `"${key}"`).join(', ')}.`
  return new HttpProblem({ kind: 'unsupported-media-type', detail, headers: { accept: keys.join(', ') } })
}

/** The format of a body's bytes. */
interface Format extends MediaTypeDescriptor {
  readonly contentType: string
  readonly readShape: ShapeReader
  readonly limits: JsonReading
}

function parserOf({
  contentType,
  schema,
  octets,
  encoding = {},
  readShape,
  limits,
}: Format): (bytes: Bytes) => unknown {
  const type = mediaTypeEssence(contentType)
  if (octets) return (bytes) => new Blob([bytes], { type: contentType })
  if (isJson(type)) return (bytes) => new JsonReader(limits).parse(utf8.decode(bytes))
  if (type === 'application/x-www-form-urlencoded') {
    const shape = readShape(schema)
    if (shape.types === undefined || shape.types.has('object'))
      return (bytes) => parseForm(utf8.decode(bytes), { shape, encoding, limits })
    // A body documented as a single string or file is not a form, whatever its media type.
    return (bytes) => (shape.isBinary ? new Blob([bytes], { type: contentType }) : utf8.decode(bytes))
  }
  if (isMultipart(type)) {
    const shape = readShape(schema)
    const isForm = type === 'multipart/form-data'
    if (!isForm && shapeAllowsOnly(shape, 'array'))
      return (bytes) => parseParts(bytes, contentType, { shape, limits })
    if (isForm || shapeAllowsOnly(shape, 'object')) {
      return (bytes) => parseMultipart(bytes, contentType, { shape, encoding, limits })
    }
  }
  if (isTextMediaType(type)) return (bytes) => decoderOf(contentType).decode(bytes)
  return (bytes) => new Blob([bytes], { type: contentType })
}
