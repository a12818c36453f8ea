import type { SecuritySchemeDescriptor } from '../../http/operation.ts'
import type { SerializedBody } from '../../http/serialize-body.ts'

/** Sends a request once. */
export type Ask = (input: string | Request, init: RequestInit) => Promise<Response>

/** The part of `Sending` that redirects need. */
interface Sent {
  readonly body: SerializedBody | undefined
  readonly call: {
    readonly client: { readonly schemes: Readonly<Record<string, SecuritySchemeDescriptor>> }
  }
}

/** Sends a request and follows its redirects. */
export type Follow = (
  input: string | Request,
  init: RequestInit,
  ask: Ask,
  sending: Sent,
) => Promise<Response>

/** Maximum number of redirects, the same as in `fetch`. */
export const MAX_REDIRECTS = 20

/**
 * Follows redirects as `fetch` does, but drops every credential when a redirect leads to another origin.
 * `fetch` would keep credentials in headers that it does not recognize. In browsers, `fetch` itself follows
 * redirects, because their targets are hidden from pages and workers.
 * @throws TypeError where `fetch` throws one: after too many redirects, for a target that is not HTTP, and
 * where a body that can only be sent once would be sent again.
 * @see Fetch Standard, HTTP-redirect fetch
 */
export const followRedirects: Follow = async (input, init, ask, sending) => {
  const request = typeof input === 'string' ? undefined : input
  if ((request ?? init).redirect !== 'follow' || 'location' in globalThis) return ask(input, init)
  const spare = request && spareOf(request, sending)
  let response = await ask(input, { ...init, redirect: 'manual' })
  let url = request?.url ?? `${input}`
  let next = request ? partsOf(request, init) : init
  for (let count = 0; ; count += 1) {
    const { status } = response
    const to = targetOf(response, url)
    if (!to) return response
    await response.body?.cancel()
    if (count === MAX_REDIRECTS) throw new TypeError(`more than ${MAX_REDIRECTS} redirects`)
    if (!/^https?:$/.test(to.protocol)) throw new TypeError(`a redirect to "${to.protocol}"`)
    if (spare && next.body instanceof ReadableStream) next = { ...next, body: await spare.arrayBuffer() }
    next = redirected(next, status)
    if (to.origin !== new URL(url).origin) next = { ...next, headers: without(next.headers, sending) }
    url = to.href
    response = await ask(url, { ...next, redirect: 'manual' })
  }
}

/**
 * A copy of a request whose body is a string. It is needed because a body that middlewares have seen is a
 * stream, which can only be sent once.
 */
function spareOf(request: Request, { body }: Sent): Request | undefined {
  return request.body && typeof body?.body === 'string' ? request.clone() : undefined
}

/** The parts of a request that are sent on after a redirect. */
function partsOf({ method, headers, signal, body }: Request, init: RequestInit): RequestInit {
  return { method, headers, signal: init.signal ?? signal, body }
}

/** The target of a redirect; `undefined` for any other response. */
function targetOf({ status, headers }: Response, url: string): URL | undefined {
  const location = /^30[12378]$/.test(`${status}`) && headers.get('Location')
  return location ? new URL(location, url) : undefined
}

/** The request to send after a redirect. After 301, 302 or 303, a POST becomes a GET. */
function redirected(init: RequestInit, status: number): RequestInit {
  const { method = 'GET', body } = init
  const isRead = method === 'GET' || method === 'HEAD'
  const becomesGet = status === 303 ? !isRead : status < 303 && method === 'POST'
  if (!becomesGet) {
    if (body instanceof ReadableStream) throw new TypeError('cannot resend a streamed body')
    return init
  }
  const headers = new Headers(init.headers)
  for (const name of ['encoding', 'language', 'location', 'type', 'length']) headers.delete(`Content-${name}`)
  return { ...init, method: 'GET', headers, body: null }
}

/** Copies the headers without those that contain a credential. */
function without(given: RequestInit['headers'], { call }: Sent): Headers {
  const headers = new Headers(given)
  for (const { in: location, name = '' } of Object.values(call.client.schemes))
    if (location === 'header') headers.delete(name)
  for (const name of ['Authorization', 'Cookie']) headers.delete(name)
  return headers
}
