/** The server that an operation has for itself, where that is another than the document's first. */
export interface ServerDescriptor {
  /** With the defaults of its variables; without "/" at its end. Relative ones are relative to `root`. */
  readonly url: string
  /** Root URL of the document; "/" if it names none. */
  readonly root: string
}

/** Stands for the origin of URLs that name none, and is never asked. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * The path below which a server has the document's paths: "/v1", empty at the root. A relative URL counts
 * from the root, as nobody knows where the document comes from.
 */
export function serverPath(url: string): string {
  return URL.canParse(url, NOWHERE) ? new URL(url, NOWHERE).pathname.replace(/\/+$/, '') : ''
}

/**
 * Base of an operation's path templates, for a caller that was given the service's URL: on the same origin,
 * below the path of the operation's server if that is not the document's.
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
 * The same for a client: if it was given the document's own origin, or none, the operation's server gets the
 * requests itself.
 */
export function serverOf(baseUrl: string, server: ServerDescriptor): string {
  const [own, root] = urlsOf(server)
  const isOwnOrigin = URL.canParse(baseUrl) && new URL(baseUrl).origin === root.origin
  return isOwnOrigin && own.origin !== root.origin ? own.href.replace(/\/$/, '') : serverOn(baseUrl, server)
}

function urlsOf({ url, root }: ServerDescriptor): readonly [own: URL, root: URL] {
  const whole = new URL(root, NOWHERE)
  return [new URL(url, whole), whole]
}
