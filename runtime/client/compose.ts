import { type SerializedBody, serializeBody } from '../http/serialize-body.ts'
import {
  type ParameterValues,
  serializeCookies,
  serializeHeaders,
  serializePath,
  serializeQuery,
} from '../http/serialize-parameter.ts'
import type { ClientOperation, OperationRequest } from './client-operation.ts'
import type { CallOptions, Client } from './create-client.ts'
import type { AppliedCredentials } from './credentials.ts'
import type { CallContext } from './errors.ts'
import type { Parts } from './parts.ts'

/** One call of an operation. */
export interface Call {
  readonly client: Client
  readonly operation: ClientOperation
  readonly parts: Parts
  readonly request: OperationRequest
  readonly options: CallOptions<string>
  /** The `Accept` header. */
  readonly accept: string | undefined
  /** Replaces path and query: the next page of a list, on the same origin. */
  readonly url?: string | undefined
}

/** A call written out, but for the credentials, which each attempt asks for again. */
export interface Message {
  readonly context: CallContext
  readonly content: SerializedBody | undefined
  /** False when the body can be sent only once. */
  readonly replayable: boolean
}

/**
 * Writes everything that is the same for each attempt.
 * @throws SerializationError before anything is sent.
 */
export function compose(call: Call): Message {
  const { client, operation, request, options, url } = call
  const baseUrl = (options.baseUrl ?? client.options.baseUrl).replace(/\/$/, '')
  const content =
    request.body === undefined
      ? undefined
      : serializeBody({ content: operation.body?.content ?? {}, mediaType: request.mediaType }, request.body)
  return {
    context: {
      operationId: operation.operationId,
      method: operation.method,
      url: url ?? `${baseUrl}${target(call)}`,
    },
    content,
    replayable: content?.replayable ?? true,
  }
}

/** Path and query. */
function target({ operation, parts, request }: Call): string {
  const parameters = operation.parameters ?? []
  const path = serializePath(operation.path, parameters, request.path as ParameterValues | undefined)
  const queries = [
    serializeQuery(parameters, request.query as ParameterValues | undefined),
    parts.querystring?.(parameters, request.querystring as ParameterValues | undefined) ?? '',
  ]
  return addQuery(
    path,
    queries.filter((query) => query !== ''),
  )
}

/** The URL with more pairs in its query. */
export function addQuery(url: string, pairs: readonly string[]): string {
  return pairs.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/**
 * All headers of one attempt, names in lower case; what comes later wins: the client's, credentials, parameters, the body's,
 * the call's.
 */
export function composeHeaders(
  call: Call,
  message: Message,
  credentials: AppliedCredentials,
): Record<string, string> {
  const { client, operation, request, options, accept } = call
  const parameters = operation.parameters ?? []
  const own = serializeCookies(parameters, request.cookie as ParameterValues | undefined)
  const cookies = [own, ...credentials.cookies].filter((cookie) => cookie !== '').join('; ')
  const all = [
    ...(accept === undefined ? [] : [['Accept', accept] as const]),
    ...Object.entries(client.options.headers ?? {}),
    ...Object.entries(credentials.headers),
    ...serializeHeaders(parameters, request.header as ParameterValues | undefined),
    ...(cookies === '' ? [] : [['Cookie', cookies] as const]),
    ...(message.content?.contentType === undefined
      ? []
      : [['Content-Type', message.content.contentType] as const]),
    ...Object.entries(options.headers ?? {}),
  ]
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]))
}
