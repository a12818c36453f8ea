import { schemaIn } from '@concordat/contract/document'
import { faultyValues, namesOfRun, type Random, Unmakeable } from '@concordat/contract/values'
import {
  type DocumentDescriptor,
  isJson,
  type OperationDescriptor,
  SerializationError,
  serializeBody,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
  serializeQuerystring,
} from '@concordat/runtime/http'
import type { Asked } from '../../agreement/exchange.ts'
import { makeCall } from '../../agreement/make-call.ts'
import { Values } from '../../agreement/values.ts'

/** A request as it is sent, and its purpose. */
export interface Sent {
  readonly operation: OperationDescriptor
  /** "right", or the keyword that it violates. */
  readonly kind: string
  /** Location of the fault: "query limit", "body name"; empty for a valid request. */
  readonly place: string
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Number of valid requests per operation, created as the contract suite creates them. */
const RIGHT = 3
/** Invalid requests per operation. */
const WRONG = 16

/** True for the media types that the other validators can also read. */
const isReadByAll = (mediaType: string): boolean =>
  isJson(mediaType) || mediaType === 'application/x-www-form-urlencoded'

/**
 * Yields valid and invalid requests for the operations that the other validators can also read. The same name
 * always yields the same requests.
 */
export function* requestsOf(descriptor: DocumentDescriptor, name: string): Generator<Sent> {
  const values = new Values(descriptor, 1)
  const { random } = namesOfRun(`requests ${name}`)
  for (const operation of descriptor.operations) {
    const content = Object.keys(operation.requestBody?.content ?? {})
    if (!content.every(isReadByAll) || operation.parameters?.some(isBeyondOthers)) continue
    const right: Asked[] = []
    for (let round = 0; round < RIGHT; round++) {
      const asked = rightRequest(operation, values, round)
      if (asked === undefined) continue
      right.push(asked)
      yield* written(operation, { kind: 'right', place: '', asked })
    }
    const [full] = right
    if (full === undefined) continue
    const wrong = [...wrongRequests(descriptor, operation, full)]
    for (const one of chosen(wrong, random)) yield* written(operation, one)
  }
}

/** True for parameters that describe the whole query, which few validators can read. */
function isBeyondOthers({ in: location }: { readonly in: string }): boolean {
  return location === 'querystring'
}

function rightRequest(operation: OperationDescriptor, values: Values, round: number): Asked | undefined {
  try {
    return makeCall(operation, { answers: [], round, values, onUnmade: () => {} }).asked
  } catch (error) {
    if (error instanceof Unmakeable || error instanceof SerializationError) return undefined
    throw error
  }
}

interface Wrong {
  readonly kind: string
  readonly place: string
  readonly asked: Asked
  readonly raw?: { readonly text: string; readonly contentType: string }
}

/**
 * Selects invalid requests up to the limit, so that each combination of keyword and location occurs as early
 * as possible.
 */
function chosen(all: readonly Wrong[], random: Random): readonly Wrong[] {
  const waiting = [...all]
  const taken: Wrong[] = []
  const kinds = new Set<string>()
  while (taken.length < WRONG && waiting.length > 0) {
    const fresh = waiting.filter(({ kind, place }) => !kinds.has(`${place.split(' ')[0]} ${kind}`))
    const from = fresh.length > 0 ? fresh : waiting
    const one = from[random.below(from.length)]
    if (one === undefined) break
    waiting.splice(waiting.indexOf(one), 1)
    kinds.add(`${one.place.split(' ')[0]} ${one.kind}`)
    taken.push(one)
  }
  return taken
}

function* wrongRequests(
  descriptor: DocumentDescriptor,
  operation: OperationDescriptor,
  asked: Asked,
): Generator<Wrong> {
  for (const { name, in: location, required, schema } of operation.parameters ?? []) {
    const { [name]: value, ...others } = asked[location] ?? {}
    const place = `${location} ${name}`
    const withValue = (wrong: unknown): Asked => ({ ...asked, [location]: { ...others, [name]: wrong } })
    if (required === true && location !== 'path')
      yield { kind: 'required parameter', place, asked: { ...asked, [location]: others } }
    if (value === undefined) continue
    for (const fault of faultyValues(schemaIn(descriptor, schema), value))
      yield { kind: fault.keyword, place, asked: withValue(fault.value) }
  }
  const { requestBody } = operation
  const mediaType = asked.mediaType ?? Object.keys(requestBody?.content ?? {})[0]
  if (requestBody === undefined || mediaType === undefined || asked.body === undefined) return
  const { body, ...rest } = asked
  if (requestBody.required) yield { kind: 'required body', place: 'body', asked: rest }
  const media = requestBody.content[mediaType]
  for (const fault of faultyValues(schemaIn(descriptor, media?.schema ?? true), body))
    yield {
      kind: fault.keyword,
      place: `body ${fault.path.join('.')}`,
      asked: { ...asked, body: fault.value },
    }
  if (!isJson(mediaType)) return
  yield { kind: 'syntax', place: 'body', asked: rest, raw: { text: '{"name": ', contentType: mediaType } }
  const text = JSON.stringify(body)
  yield { kind: 'media type', place: 'body', asked: rest, raw: { text, contentType: 'application/x-other' } }
}

/** Yields the request, or nothing if its values cannot be serialized. */
function* written(operation: OperationDescriptor, { kind, place, asked, raw }: Wrong): Generator<Sent> {
  try {
    yield { ...wireForm(operation, asked, raw), operation, kind, place }
  } catch (error) {
    if (!(error instanceof SerializationError)) throw error
  }
}

function wireForm(
  operation: OperationDescriptor,
  asked: Asked,
  raw: Wrong['raw'],
): Pick<Sent, 'method' | 'url' | 'headers' | 'body'> {
  const { method, path, parameters = [] } = operation
  const query = [serializeQuery(parameters, asked.query), serializeQuerystring(parameters, asked.querystring)]
  const cookies = serializeCookies(parameters, asked.cookie)
  const headers = {
    ...Object.fromEntries(serializeHeaders(parameters, asked.header)),
    ...(cookies !== '' && { cookie: cookies }),
  }
  const target = serializePath(path, parameters, asked.path)
  const search = query.filter(Boolean).join('&')
  const url = search === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${search}`
  if (raw !== undefined)
    return { method, url, headers: { ...headers, 'content-type': raw.contentType }, body: raw.text }
  if (asked.body === undefined || operation.requestBody === undefined) return { method, url, headers }
  const { content } = operation.requestBody
  const { body, contentType = '' } = serializeBody({ content, mediaType: asked.mediaType }, asked.body)
  if (typeof body !== 'string') throw new SerializationError('Only string bodies are supported here.')
  return { method, url, headers: { ...headers, 'content-type': contentType }, body }
}
