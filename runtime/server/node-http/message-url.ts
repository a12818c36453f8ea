import type { IncomingMessage } from 'node:http'
import { type RequestTarget, requestTarget } from '../incoming/request-target.ts'

/** Target of a message. */
export interface MessageUrl {
  readonly target: RequestTarget
  /** For example "http://127.0.0.1:8000"; empty if `rest` is a complete URL. */
  readonly origin: string
  readonly rest: string
}

/**
 * Matches targets that a `Request` leaves unchanged; messages with dot segments have already been rejected.
 * Any other target is parsed as a URL.
 */
const PLAIN_TARGET = /^\/[\w!$%&()*+,\-./:;=?@[\]~]*$/

/** Maximum number of `Host` values whose origins are cached, per scheme. A server has few names. */
const KNOWN_SIZE = 100
const known = { http: new Map<string, string>(), https: new Map<string, string>() }

/**
 * Parses a message's target. Creates no URL object if the target is plain.
 * @param given `hostname` is used for messages without `Host`; `origin` replaces any origin.
 * @returns `undefined` if the host is missing, or if the host or the target is invalid.
 */
export function messageUrl(
  message: IncomingMessage,
  given: { readonly hostname?: string | undefined; readonly origin?: string | undefined },
): MessageUrl | undefined {
  const { url = '/', headers } = message
  const host = headers[':authority'] ?? headers.host ?? given.hostname
  if (typeof host !== 'string' || host === '') return undefined
  const isEncrypted = 'encrypted' in message.socket && message.socket.encrypted === true
  const scheme = isEncrypted ? 'https' : 'http'
  const origin = known[scheme].get(host) ?? originOf(scheme, host)
  if (origin === undefined) return undefined
  if (PLAIN_TARGET.test(url)) return { target: plainTarget(url), origin: given.origin ?? origin, rest: url }
  const parsed = parsedUrl(url, origin)
  if (parsed === undefined) return undefined
  const { href, pathname, search } = parsed
  const target = requestTarget(href)
  return given.origin === undefined
    ? { target, origin: '', rest: href }
    : { target, origin: given.origin, rest: pathname + search }
}

function plainTarget(url: string): RequestTarget {
  const mark = url.indexOf('?')
  return mark === -1
    ? { pathname: url, query: '' }
    : { pathname: url.slice(0, mark), query: url.slice(mark + 1) }
}

/** Parses an absolute target, or a path below the origin. */
function parsedUrl(url: string, origin: string): URL | undefined {
  const isAbsolute = /^https?:\/\//.test(url)
  if (!isAbsolute && !url.startsWith('/')) return undefined
  // `URL` treats backslashes as slashes.
  const [path = ''] = url.split('?', 1)
  if (path.includes('\\')) return undefined
  const absolute = isAbsolute ? url : origin + url
  return URL.canParse(absolute) ? new URL(absolute) : undefined
}

/** The origin as it is written in URLs; `undefined` if the string contains more than a host. */
function originOf(scheme: 'http' | 'https', host: string): string | undefined {
  const written = `${scheme}://${host}`
  if (!URL.canParse(written)) return undefined
  const { origin, pathname, search, hash, username, password } = new URL(written)
  if (pathname !== '/' || /[/?#@\\\s]/.test(host)) return undefined
  if (search + hash + username + password !== '') return undefined
  if (known[scheme].size < KNOWN_SIZE) known[scheme].set(host, origin)
  return origin
}
