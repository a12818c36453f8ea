import type { Next, Sending } from '../call/call.ts'
import type { Ask } from '../credentials/follow-redirects.ts'
import { ClientError, NetworkError, TimeoutError } from '../errors/errors.ts'
import { authorize } from './authorize.ts'

/**
 * Sends a call through the middlewares of its client, and inside of these its own.
 * @throws NetworkError, TimeoutError, the reason of the caller's signal, or what a middleware throws.
 */
export async function send(sending: Sending): Promise<Response> {
  const { call, body, method } = sending
  const { operation, options } = call
  sending.outgoing = await authorize(sending)
  const { url, headers } = sending.outgoing
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers,
    signal: options.signal ?? null,
    // A redirect that the document describes is an answer, not a way to one. 304 is no redirect.
    redirect: /\b3(?!04)/.test(operation.statuses) ? 'manual' : 'follow',
    body: body?.body ?? null,
    // A stream needs "half", which changes nothing for others.
    duplex: 'half',
  }
  const middlewares = [call.client.options, options].flatMap((own) => own.middlewares ?? [])
  // The global fetch makes a Request of its own, which is most of what a call costs: a second one is made
  // only for middlewares, which see it.
  if (middlewares.length === 0) return attempt(sending, url, init)
  // The first one is outermost.
  const first = middlewares.reduceRight<Next>(
    (next, middleware) => (request) => middleware(request, next, sending),
    (request) => attempt(sending, request, {}),
  )
  return first(new Request(url, init))
}

/**
 * Asks the service once, within the time limit, which it puts into `init`; the
 * answer's body is read within it too.
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
    throw failure(sending, cause)
  }
}

/**
 * Error of a call whose sending or reading threw: the caller's abort as it is, else the reason with the
 * call's name.
 */
export function failure(sending: Sending, cause: unknown): unknown {
  const { signal } = sending.call.options
  if (cause instanceof ClientError) return cause
  if (signal?.aborted) return signal.reason
  return sending.timeout?.aborted
    ? new TimeoutError(sending, sending.timeoutMs ?? 0)
    : new NetworkError(sending, cause)
}
