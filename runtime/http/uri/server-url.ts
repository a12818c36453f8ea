/** An operation's own server, if it is not the document's first. */
export interface ServerDescriptor {
  /** The URL with its variables' defaults, without a final "/". A relative URL is relative to `root`. */
  readonly url: string
  /** The document's root URL; "/" if it has none. */
  readonly root: string
}

/** A placeholder for the origin of relative URLs, which is never requested. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * Returns the path below which a server serves the document's paths: "/v1"; empty at the root. Relative URLs
 * start from the root, because the document's own address is unknown.
 */
export function serverPath(url: string): string {
  return URL.canParse(url, NOWHERE) ? new URL(url, NOWHERE).pathname.replace(/\/+$/, '') : ''
}

/**
 * Returns an operation's base URL, given the base URL of the service: the same origin, with the path of the
 * operation's own server, if any.
 * @param baseUrl "https://host/v1", or a path: "/v1".
 */
export function serverOn(baseUrl: string, server: ServerDescriptor | undefined): string {
  if (server === undefined) return baseUrl
  const [own, root] = urlsOf(server)
  if (own.pathname === root.pathname) return baseUrl
  const origin = /^[a-z][\w+.-]*:\/\/[^/?#]*/i.exec(baseUrl)?.[0] ?? ''
  return origin + own.pathname.replace(/\/$/, '')
}

/**
 * Returns an operation's base URL for a client. If `baseUrl` has the document's own origin, requests go to
 * the operation's server itself.
 */
export function serverUrlFromBase(baseUrl: string, server: ServerDescriptor): string {
  const [own, root] = urlsOf(server)
  const isOwnOrigin = URL.canParse(baseUrl) && new URL(baseUrl).origin === root.origin
  return isOwnOrigin && own.origin !== root.origin ? own.href.replace(/\/$/, '') : serverOn(baseUrl, server)
}

function urlsOf({ url, root }: ServerDescriptor): readonly [own: URL, root: URL] {
  const whole = new URL(root, NOWHERE)
  return [new URL(url, whole), whole]
}
