import type { Next, Sending } from '../call/call.ts'
import type { Ask } from '../credentials/follow-redirects.ts'
import { ClientError, NetworkError, TimeoutError } from '../errors/errors.ts'
import { authorize } from './authorize.ts'

/**
 * Sends a call through its client's middlewares, then through its own middlewares.
 * @throws {NetworkError|TimeoutError} or the caller's abort reason, or an error from a middleware.
 */
export async function sendCall(sending: Sending): Promise<Response> {
  const { call, body, method } = sending
  const { operation, options } = call
  sending.outgoing = await authorize(sending)
  const { url, headers } = sending.outgoing
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers,
    signal: options.signal ?? null,
    // A documented redirect is a response in its own right, so it is not followed. 304 is not a redirect.
    redirect: /\b3(?!04)/.test(operation.statuses) ? 'manual' : 'follow',
    body: body?.body ?? null,
    // A stream requires "half", which does not affect other bodies.
    duplex: 'half',
  }
  const middlewares = [call.client.options, options].flatMap((own) => own.middlewares ?? [])
  // Creating a Request is most of a call's cost, and the global `fetch` creates its own, so a Request is
  // created only for middlewares.
  if (middlewares.length === 0) return attempt(sending, url, init)
  // The first middleware is the outermost.
  const first = middlewares.reduceRight<Next>(
    (next, middleware) => (request) => middleware(request, next, sending),
    (request) => attempt(sending, request, {}),
  )
  return first(new Request(url, init))
}

/**
 * Sends one request within the time limit, which it sets in `init`. The limit includes reading the body,
 * unless the body is a stream.
 */
async function attempt(sending: Sending, input: string | Request, init: RequestInit): Promise<Response> {
  const { client, options, parts } = sending.call
  const limit = options.timeoutMs ?? client.options.timeoutMs
  const own = client.options.fetch
  const ask: Ask = (request, how) => (own ? own(new Request(request, how)) : fetch(request, how))
  if (limit !== undefined) {
    const timeout = parts.deadline?.(limit) ?? AbortSignal.timeout(limit)
    sending.timeout = timeout
    sending.timeoutMs = limit
    const { signal } = input instanceof Request ? input : options
    init.signal = signal ? AbortSignal.any([signal, timeout]) : timeout
  }
  try {
    return await (sending.outgoing?.follow ?? ask)(input, init, ask, sending)
  } catch (cause) {
    throw sendingFailure(sending, cause)
  }
}

/**
 * The error for a call that failed while it was being sent or read. A ClientError is returned unchanged.
 * Otherwise, the error is the caller's abort reason or, if there is none, a TimeoutError or NetworkError.
 */
export function sendingFailure(sending: Sending, cause: unknown): unknown {
  const { signal } = sending.call.options
  if (cause instanceof ClientError) return cause
  if (signal?.aborted) return signal.reason
  return sending.timeout?.aborted
    ? new TimeoutError(sending, sending.timeoutMs ?? 0)
    : new NetworkError(sending, cause)
}
