import type { WireRequest } from '../../data/exchange/request.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { transportedContent } from './content.ts'

/**
 * A request to be signed immediately before it is sent. Values set here are sent, but do not appear in any
 * report.
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

/** Returns the request with its signature. @throws TargetError if it cannot be signed. */
export async function signedRequest(request: WireRequest, sign: Sign): Promise<WireRequest> {
  const outgoing = await outgoingOf(request)
  try {
    await sign(outgoing)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TargetError(`"sign" failed for ${request.method} ${request.url.pathname}: ${reason}`, {
      cause: error,
    })
  }
  const { body, ...rest } = outgoing
  return { ...rest, ...(body !== undefined && { body: new Uint8Array(body) }) }
}

async function outgoingOf({ method, url, headers, body }: WireRequest): Promise<OutgoingRequest> {
  const content = body === undefined ? undefined : await transportedContent(body)
  const outgoing = { method, url: new URL(url), headers: new Headers(headers), body: content?.bytes }
  if (content?.type != null) outgoing.headers.set('content-type', content.type)
  return outgoing
}
