import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { isWithoutContent } from '@concordat/runtime/http'
import { inSpan, traceHeaders } from '../tracing/spans.ts'
import type { AddressPolicy } from './address-policy.ts'
import { outboundAgents } from './hosts.ts'

/** A request to a server that a caller chose. */
export interface OutboundInit {
  readonly method?: string
  readonly headers?: HeadersInit
  /** A stream cannot be sent again to a redirect's target. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal
  /**
   * Time after which the request fails if no byte is sent or received, in milliseconds. Default: 30 seconds.
   */
  readonly idleTimeout?: number
  /**
   * Maximum size of the response, including headers, in bytes. The request fails beyond it; unlimited if
   * absent.
   */
  readonly mostBytes?: number
}

const mostRedirects = 5

const defaultIdleTimeout = 30_000

/** Headers for one server that other servers must not receive. */
const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization']

/** Thrown if a redirect was not followed, for example because it would send content to another server. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused'
}

/**
 * Sends a request and follows its redirects. Each connection uses an address that the policy allows, checked
 * when the connection is made, so neither a redirect nor a changed DNS answer leads elsewhere. GET and HEAD
 * follow redirects anywhere, but without credentials if the origin differs. Other methods, which deliver
 * content, follow only 307 and 308 to the same origin, because nobody asked to send the content elsewhere.
 * The response body is not decoded; read or cancel it.
 * @throws AddressRefused, RedirectRefused, TypeError for an address that is not http or https, or the
 * connection's error.
 */
export async function outboundFetch(
  url: string | URL,
  init: OutboundInit,
  policy: AddressPolicy,
): Promise<Response> {
  let target = new URL(url)
  const { method = 'GET', body } = init
  const headers = new Headers(init.headers)
  for (let redirects = 0; ; redirects += 1) {
    const message = await tracedExchange(target, { ...init, method, headers, body }, policy)
    const { statusCode: status = 0, headers: received } = message
    if (received.location === undefined || !redirectStatuses.has(status)) return toResponse(message, status)
    message.destroy()
    const refused = (reason: string) =>
      new RedirectRefused(
        `${target.origin} responded with status ${status} and ${shown(received.location, target)}. ${reason}`,
      )
    if (redirects === mostRedirects) throw refused(`This exceeds the limit of ${mostRedirects} redirects.`)
    if (!URL.canParse(received.location, target.href)) throw refused('The Location is not a valid URL.')
    const next = new URL(received.location, target)
    if (!readingMethods.has(method)) {
      if (!repeatingStatuses.has(status) || next.origin !== target.origin)
        throw refused('Deliveries follow only 307 and 308 redirects, and only to the same origin.')
      if (isStream(body)) throw refused('The body cannot be sent twice.')
    }
    if (next.origin !== target.origin) for (const name of credentialHeaders) headers.delete(name)
    target = next
  }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Redirects that keep the method and the content. @see RFC 9110, 15.4.8 and 15.4.9 */
const repeatingStatuses: ReadonlySet<number> = new Set([307, 308])

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Maximum length of an address in a message. */
const shownLength = 200

/** A Location for a message, without the parts that can be secret: credentials, query and fragment. */
function shown(location = '', base: URL): string {
  if (!URL.canParse(location, base.href)) return 'a Location that cannot be read'
  const address = new URL(location, base)
  for (const part of ['username', 'password', 'search', 'hash'] as const) address[part] = ''
  const { href } = address
  return `the Location "${href.length > shownLength ? `${href.slice(0, shownLength)}…` : href}"`
}

interface Exchange extends Omit<OutboundInit, 'body'> {
  readonly method: string
  readonly headers: Headers
  readonly body: OutboundInit['body'] | undefined
}

/**
 * Sends a request within a span, and passes the trace on to the server. Of the address, the span records only
 * the host.
 */
async function tracedExchange(url: URL, init: Exchange, policy: AddressPolicy): Promise<IncomingMessage> {
  const attributes = { 'http.request.method': init.method, 'server.address': url.hostname }
  return await inSpan({ name: init.method, kind: 'client', attributes }, async (span) => {
    const headers = new Headers([...init.headers, ...Object.entries(traceHeaders())])
    const message = await exchange(url, { ...init, headers }, policy)
    span.set({ 'http.response.status_code': message.statusCode })
    if ((message.statusCode ?? 0) >= 400) span.fail()
    return message
  })
}

async function exchange(
  url: URL,
  { method, headers, body, signal, mostBytes, idleTimeout = defaultIdleTimeout }: Exchange,
  policy: AddressPolicy,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`The protocol "${url.protocol}" is not allowed for outgoing requests.`)
  }
  const agents = outboundAgents(policy, mostBytes === undefined ? undefined : { mostBytes })
  const isSecure = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request: send } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http')
  const request = send(url, {
    method,
    headers: Object.fromEntries(headers),
    agent: isSecure ? agents.https : agents.http,
    ...(signal && { signal }),
  })
  request.once('response', resolve)
  request.on('error', reject)
  request.setTimeout(idleTimeout, () => {
    request.destroy(new Error(`${url.origin} sent nothing for ${idleTimeout / 1000} s.`))
  })
  if (isStream(body)) pipeline(Readable.from(body), request, (error) => error && reject(error))
  else request.end(body)
  return await promise
}

function isStream(body: OutboundInit['body']): body is AsyncIterable<Uint8Array> {
  return body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
}

function toResponse(message: IncomingMessage, status: number): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  // The `Response` class does not allow a body for these statuses.
  const isEmpty = isWithoutContent(status)
  if (isEmpty) message.resume()
  // Node's stream type and the web platform's type describe the same object.
  const body = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  return new Response(body as BodyInit | null, { status, headers })
}
