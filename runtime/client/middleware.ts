import type { ClientOperation } from './client-operation.ts'

/** Sends a request on: to the next middleware, at last to the service. Rejects when no answer comes. */
export type Next = (request: Request) => Promise<Response>

/**
 * Stands around every attempt of every call, with its credentials. It answers what `next` answers, another answer in its
 * place, or one of its own without asking `next`. What it throws rejects the call as it is, and is not tried again.
 */
export type Middleware = (request: Request, next: Next, operation: ClientOperation) => Promise<Response>

/** The middlewares around `send`, the first the outermost. */
export function around(middlewares: readonly Middleware[], operation: ClientOperation, send: Next): Next {
  return middlewares.reduceRight<Next>(
    (next, middleware) => (request) => middleware(request, next, operation),
    send,
  )
}
