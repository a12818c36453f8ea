import type { Sending } from './call.ts'

/** Sends a request on: to the next middleware, at last to the service. Rejects when no answer comes. */
export type Next = (request: Request) => Promise<Response>

/**
 * Stands around a call, whose credentials are in the request. It answers what `next` answers, another answer in its place, or one of its
 * own without asking `next`; it may ask several times, each time with a request that was not sent before (`request.clone()`).
 * What it throws rejects the call as it is.
 */
export type Middleware = (request: Request, next: Next, sending: Sending) => Promise<Response>

/** The middlewares around `send`, the first the outermost. */
export function around(middlewares: readonly Middleware[], sending: Sending, send: Next): Next {
  return middlewares.reduceRight<Next>(
    (next, middleware) => (request) => middleware(request, next, sending),
    send,
  )
}
