import type { WireRequest } from '../../data/exchange/request.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { transportedContent } from './content.ts'

/**
 * A request to be signed immediately before it is sent. Values set here are sent, but do not appear in any
 * report; a HAR shows the names of these headers.
 */
export interface OutgoingRequest {
  readonly method: string
  /** The URL. A signature can also be a query parameter. */
  readonly url: URL
  readonly headers: Headers
  /** The exact bytes to be sent. */
  readonly body: Uint8Array | undefined
}

/**
 * Signs a request by setting headers or query parameters. Called for each request immediately before it is
 * sent.
 */
export type Sign = (request: OutgoingRequest) => void | Promise<void>

/** Returns the request with its signature, and the headers with it. @throws TargetError if `sign` fails. */
export async function signedRequest(
  request: WireRequest,
  sign: Sign,
): Promise<{ readonly request: WireRequest; readonly signed: readonly string[] }> {
  const outgoing = await outgoingOf(request)
  const before = new Headers(outgoing.headers)
  try {
    await sign(outgoing)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TargetError(`"sign" failed for ${request.method} ${request.url.pathname}: ${reason}`, {
      cause: error,
    })
  }
  const { body, ...rest } = outgoing
  const signed = [...rest.headers].flatMap(([name, value]) => (before.get(name) === value ? [] : [name]))
  return { request: { ...rest, ...(body !== undefined && { body: new Uint8Array(body) }) }, signed }
}

async function outgoingOf({ method, url, headers, body }: WireRequest): Promise<OutgoingRequest> {
  const content = body === undefined ? undefined : await transportedContent(body)
  const outgoing = { method, url: new URL(url), headers: new Headers(headers), body: content?.bytes }
  if (content?.type != null) outgoing.headers.set('content-type', content.type)
  return outgoing
}
