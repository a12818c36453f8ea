import { operationAt } from '@concordat/contract/document'
import { Unmakeable } from '@concordat/contract/values'
import { isFileContent, isJson, matchContent } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { type HandlerAnswer, HttpProblem } from '@concordat/runtime/server'
import {
  acceptedMedia,
  type ChosenMedia,
  type DocumentedAnswer,
  documentedAnswer,
  mockAnswerMedia,
} from '../document/answers.ts'
import { reportingSuccess } from '../document/envelope-values.ts'
import { documentedExamples, type NamedExamples } from '../document/examples.ts'
import { fileDescribed, type MockFile } from '../files/mock-file.ts'
import { encodeValue } from '../values/encode-value.ts'
import type { Maker } from '../values/maker.ts'
import { soundSchema } from '../values/sound-schema.ts'
import { withoutPlaceholders } from '../values/without-placeholders.ts'
import { answerHeaders } from './answer-headers.ts'
import { withChosenMembers } from './chosen-members.ts'
import { type Granted, grantedRequestLine, type MockOutcome } from './outcomes/granted.ts'

const LEAST_REFUSAL = 400

/** Number of items in a stream that has no example. */
const STREAMED = 3

export interface MockAnswerToWrite {
  readonly granted: Granted
  readonly answer: DocumentedAnswer
  readonly outcome: Omit<MockOutcome, 'statuses'>
  /** The name of the requested example. */
  readonly example?: string | undefined
}

/**
 * Creates one documented response from the requested example, the outcome, any example, or a generated value.
 */
export function writeAnswer({ granted, answer, outcome, example }: MockAnswerToWrite): HandlerAnswer {
  const { operation, request, world, examples } = granted
  const { status, key } = answer
  const response = key === undefined ? undocumented(outcome) : answer.response
  const { maker } = world
  const location = locationOf(granted, outcome)
  const headers = {
    ...answerHeaders({ ...{ status, response, maker, location }, page: outcome.page, tag: outcome.tag }),
    ...(Object.keys(response.content ?? {}).length > 1 && { vary: 'Accept' }),
  }
  const isStreamWanted = isStreamAskedFor(granted)
  const chosen = mockAnswerMedia(response, acceptedMedia(world.document, operation, request), {
    isStreamWanted,
  })
  if (chosen === undefined) return { status, headers: { ...headers, ...contentOfGet(granted, status) } }
  const { mediaType, media } = chosen
  const shown = documentedExamples(examples, operation, { key, media: chosen.key })
  const file = example === undefined ? downloadedFile(granted, response) : undefined
  if (file !== undefined) {
    const isDocumented = matchContent(Object.keys(response.content ?? {}), file.type) !== undefined
    return { status, headers, mediaType: isDocumented ? file.type : mediaType, body: file.bytes }
  }
  const whole = bodyOf({ granted, answer, outcome, example }, { mediaType, media, shown })
  const value = status < LEAST_REFUSAL ? withChosenMembers(whole, granted) : whole
  if (media.stream !== undefined) {
    const items = Array.isArray(value) ? value : [value]
    return { status, headers, mediaType, body: items }
  }
  const tag = outcome.tag === undefined ? contentTag(response, value) : {}
  const tagged = { ...headers, ...tag }
  if (isKnown(granted, tagged)) return { status: NOT_MODIFIED, headers: tagged }
  const body = encodeValue(value === undefined ? '' : value, { mediaType, media, maker })
  return { status, headers: tagged, mediaType, body }
}

const NOT_MODIFIED = 304

/** True if the document lets a read answer 304, and the client already has the response. */
function isKnown({ operation, request }: Granted, headers: Readonly<Record<string, string>>): boolean {
  const tag = Object.entries(headers).find(([name]) => name.toLowerCase() === 'etag')?.[1]
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  const isRead = operation.method === 'GET' && Object.hasOwn(operation.responses, String(NOT_MODIFIED))
  return (
    isRead && tag !== undefined && known.some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, '')))
  )
}

/** The URL of the item that a request created, or else of the request. */
function locationOf(
  { basePath, request }: Granted,
  { location: made }: MockAnswerToWrite['outcome'],
): string {
  return new URL(made === undefined ? '' : `${basePath}${made}`, withoutQuery(request.url)).href
}

/** A documented entity tag that changes with the content, for a response that shows no item. */
function contentTag(
  { headers = {} }: DocumentedAnswer['response'],
  value: unknown,
): Readonly<Record<string, string>> {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'etag')
  if (name === undefined) return {}
  const text = JSON.stringify(value) ?? ''
  const hash = [...text].reduce((mixed, char) => Math.imul(mixed ^ char.charCodeAt(0), 0x01000193), 1)
  return { [name]: `"${(hash >>> 0).toString(36)}"` }
}

/** Returns the file that a client sent, for a response that has no other content than a file. */
function downloadedFile(
  { operation, pathValues, world }: Granted,
  { content = {} }: DocumentedAnswer['response'],
): MockFile | undefined {
  const path = pathValues.fill(operation.path)
  const isDownload = Object.entries(content).every(([key, media]) =>
    isFileContent(key, media, world.maker.schema(media.schema ?? true).types),
  )
  return operation.method === 'GET' && path !== undefined && isDownload ? world.files.at(path) : undefined
}

interface Content extends Pick<ChosenMedia, 'mediaType' | 'media'> {
  /** The document's examples by name. */
  readonly shown: NamedExamples
}

/** Returns the value of the body, before it is encoded in its media type. */
function bodyOf(
  { granted, answer: { status }, outcome, example }: MockAnswerToWrite,
  { mediaType, media, shown }: Content,
): unknown {
  const { world } = granted
  const { maker } = world
  const { stream } = media
  const schema = maker.schema(media.schema)
  if (example !== undefined) return named(shown, example)
  if (stream !== undefined) {
    const fitting = Object.values(shown).filter((value) => maker.fits(value, schema))
    if (fitting.length > 0) return fitting
    return Array.from({ length: STREAMED }, () =>
      stream.parts === 'files'
        ? encodeValue('', { mediaType: media.itemEncoding?.contentType ?? '', media, maker })
        : streamed(maker.make(schema, 'item'), stream.format),
    )
  }
  const { show } = outcome
  const fitting = Object.values(shown)
    .filter((value) => maker.fits(value, schema))
    .map((value) => withoutPlaceholders(value, schema, maker))
  if (show !== undefined && isJsonLike(mediaType) && !media.octets) {
    return shownBy(
      (own) => fileDescribed(granted.file, show(own, own === schema ? fitting[0] : undefined), own),
      schema,
      maker,
    )
  }
  const [first] = [...fitting, ...Object.values(shown).filter((value) => isWritten(value, mediaType))]
  if (first !== undefined) return first
  if (!isObject(media.schema)) return media.schema === undefined ? undefined : {}
  const made = shownBy((own) => world.valueAt(grantedRequestLine(granted), own), schema, maker)
  if (status >= LEAST_REFUSAL) return made
  return fileDescribed(granted.file, reportingSuccess(made, schema, granted), schema)
}

/** Creates a value for a schema or, if the schema contradicts itself, for the part of it that does not. */
function shownBy(show: (schema: Schema) => unknown, schema: Schema, maker: Maker): unknown {
  try {
    return show(schema)
  } catch (error) {
    const sound = error instanceof Unmakeable ? soundSchema(schema, maker) : schema
    if (sound === schema) throw error
    return show(sound)
  }
}

/**
 * True if a body requests a stream: many services respond either completely or item by item, depending on a
 * property such as `stream: true`.
 */
function isStreamAskedFor({ body }: Granted): boolean {
  return isObject(body) && body['stream'] === true
}

/**
 * Returns headers for HEAD that describe the content of GET, if the document describes both. @see RFC 9110,
 * 9.3.2
 */
function contentOfGet({ operation, request, world }: Granted, status: number): Record<string, string> {
  const get =
    operation.method === 'HEAD' ? operationAt(world.document, { ...operation, method: 'GET' }) : undefined
  const chosen = get && mockAnswerMedia(documentedAnswer(get, status).response, request.headers.get('accept'))
  return chosen === undefined ? {} : { 'content-type': chosen.mediaType }
}

/** Returns a response for an operation that documents none, so that the caller still receives the result. */
function undocumented({ itemSchema }: MockAnswerToWrite['outcome']): DocumentedAnswer['response'] {
  const { written } = itemSchema ?? {}
  return isObject(written) ? { content: { 'application/json': { schema: written } } } : {}
}

/** True for an example that is the text of a body in a format such as XML, which no schema can validate. */
function isWritten(value: unknown, mediaType: string): boolean {
  return typeof value === 'string' && !isJson(mediaType)
}

function isJsonLike(mediaType: string): boolean {
  return /json|xml|yaml/.test(mediaType)
}

/**
 * Returns an item of a stream. If the format requires events and the item is not an event, it becomes an
 * event's data.
 */
function streamed(item: unknown, format: string): unknown {
  return format !== 'events' || (isObject(item) && 'data' in item) ? item : { data: item }
}

function named(shown: NamedExamples, example: string): unknown {
  if (Object.hasOwn(shown, example)) return shown[example]
  const names = Object.keys(shown).map((name) => `"${name}"`)
  throw new HttpProblem({
    kind: 'invalid-parameter',
    status: 400,
    detail: `The document has no example "${example}" for this response. Its examples: ${names.join(', ') || 'none'}.`,
  })
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
