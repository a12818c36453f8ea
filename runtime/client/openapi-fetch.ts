/**
 * The package entry `@concordat/runtime/openapi-fetch`, with everything that a generated `fetch.ts` adds to
 * an openapi-fetch client.
 */

import { isJson, matchContent } from '../http/media/media-type.ts'
import { serverUrlFromBase } from '../http/uri/server-url.ts'
import { writeBody } from './bodies/write-body.ts'
import { writeJson } from './bodies/write-json.ts'
import type { OperationRequest, Parts } from './call/call.ts'
import type { ClientOperation } from './call/client-operation.ts'
import type { SecurityScheme } from './credentials/credentials.ts'
import { writeCookies, writeHeaders, writePath, writeQuerystring } from './parameters/write-parameters.ts'
import { authorize } from './sending/authorize.ts'
import { composeCall } from './sending/compose.ts'

/** Facts about an operation that the types of openapi-fetch do not contain. */
export type RequestRules = Pick<
  ClientOperation,
  'accept' | 'octets' | 'parameters' | 'body' | 'security' | 'server'
>

/** Settings for writing a client's requests. */
export interface RequestWriter {
  /** Rules keyed by method and path, such as "GET /pets/{petId}". */
  readonly operations: Readonly<Record<string, RequestRules>>
  /** Security of operations whose rules contain no `security`. */
  readonly security?: ClientOperation['security']
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly credentials?: object | undefined
  /** The client's base URL, if operations have their own servers. */
  readonly baseUrl?: string | undefined
  /** Headers from the client's options. They override only the generated `Accept` header. */
  readonly headers?: unknown
}

/** The options of an openapi-fetch call that `writeRequests` changes. */
interface Init {
  readonly params?: Omit<OperationRequest, 'body'>
  readonly body?: unknown
  readonly headers?: unknown
}

type Send = (method: string, path: string, init?: object) => Promise<unknown>

const PARTS: Parts = {
  path: writePath,
  query: writeQuerystring,
  headers: writeHeaders,
  cookies: writeCookies,
  body: writeJson,
}

/**
 * Makes an openapi-fetch client write parameters in their styles, bodies in their media types, and
 * credentials, and use the servers of individual operations. A call's own settings (`headers`, `baseUrl`, a
 * serializer, `parseAs`) take precedence. A `Content-Type` header chooses among the body's media types.
 * @param client client from openapi-fetch's `createClient`; it is changed and returned.
 * @throws SerializationError from calls, before anything is sent.
 */
export function writeRequests<FetchClient extends object>(
  client: FetchClient,
  writer: RequestWriter,
): FetchClient {
  const { request: inner } = client as unknown as { readonly request: Send }
  const request = async (method: string, path: string, init: Init = {}) => {
    const { 'content-type': mediaType, ...headers } = asRecord(init.headers)
    const rules = writer.operations[`${method.toUpperCase()} ${path}`] ?? {}
    const { accept = 'application/json' } = rules
    const { security = [] } = writer
    const sending = composeCall({
      client: {
        options: { baseUrl: '', headers: asRecord(writer.headers), credentials: writer.credentials },
        schemes: writer.securitySchemes,
      },
      operation: { operationId: path, method, path, statuses: 'default', security, ...rules },
      // If the document does not describe the body, it is written as JSON.
      parts: rules.body === undefined ? PARTS : { ...PARTS, body: writeBody },
      request: { ...init.params, body: init.body, ...(mediaType !== undefined && { mediaType }) },
      options: {},
      accept,
    })
    const { url, headers: written } = await authorize(sending)
    const [target = '', ...query] = url.split('?')
    const { body } = sending
    return inner(method, path, {
      pathSerializer: (whole: string) => whole.slice(0, whole.length - path.length) + target,
      querySerializer: () => query.join('?'),
      ...(body !== undefined && { bodySerializer: () => body.body }),
      ...(body?.replayable === false && { duplex: 'half' }),
      ...parsing(accept, rules.octets),
      ...(rules.server !== undefined && { baseUrl: serverUrlFromBase(writer.baseUrl ?? '', rules.server) }),
      ...init,
      // openapi-fetch writes the path only if `path` is an object. The header parameters are already written.
      params: { ...init.params, path: init.params?.path ?? {}, header: undefined },
      headers: { ...written, ...headers },
    })
  }
  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'].map(
    (method) => [method, (path: string, init?: Init) => request(method, path, init)] as const,
  )
  return Object.assign(client, { request }, Object.fromEntries(methods))
}

/** Options for reading a successful response, which openapi-fetch would otherwise read as JSON. */
function parsing(
  accept: string,
  octets: RequestRules['octets'] = {},
): { readonly parseAs?: 'text' | 'blob' } {
  const [mediaType = ''] = accept.split(', ')
  const isOctets = ([status, others]: readonly [string, readonly string[]]): boolean =>
    status.startsWith('2') && matchContent(others, mediaType) === undefined
  if (Object.entries(octets).some(isOctets)) return { parseAs: 'blob' }
  if (mediaType === '' || isJson(mediaType)) return {}
  return { parseAs: /^text\/|[/+]xml$/.test(mediaType) ? 'text' : 'blob' }
}

/** Headers in any form that `fetch` accepts, with names in lower case. */
function asRecord(headers: unknown): Record<string, string> {
  const isPlain = !(headers instanceof Headers || Array.isArray(headers))
  const entries = isPlain ? Object.entries(headers ?? {}) : [...new Headers(headers as HeadersInit)]
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}
