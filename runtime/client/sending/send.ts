import type { Next, Sending } from '../call/call.ts'
import { ClientError, NetworkError, TimeoutError } from '../errors/errors.ts'
import { authorize } from './authorize.ts'

/**
 * Sends a call through the middlewares of its client, and inside of these its own.
 * @throws NetworkError, TimeoutError, the reason of the caller's signal, or what a middleware throws.
 */
export async function send(sending: Sending): Promise<Response> {
  const { call, body, method } = sending
  const { client, operation, options } = call
  sending.outgoing = await authorize(sending)
  const { url, headers } = sending.outgoing
  const init: RequestInit & { duplex?: 'half' } = { method, headers }
  if (body) {
    init.body = body.body
    // What a stream needs, and changes nothing for others.
    init.duplex = 'half'
  }
  // A redirect that the document describes is an answer, not a way to one. 304 is no redirect.
  if (/\b3(?!04)/.test(operation.statuses)) init.redirect = 'manual'
  if (options.signal) init.signal = options.signal
  const middlewares = [client.options.middlewares, options.middlewares].flatMap((own) => own ?? [])
  // The global fetch makes a Request of its own, which is most of what a call costs: a second one is made only for
  // middlewares, which see it.
  if (middlewares.length === 0) return attempt(sending, url, init)
  // The first one is outermost.
  const first = middlewares.reduceRight<Next>(
    (next, middleware) => (request) => middleware(request, next, sending),
    (request) => attempt(sending, request),
  )
  return first(new Request(url, init))
}

/** Asks the service once, within the time limit; the answer's body is read within it too. */
async function attempt(sending: Sending, input: string | Request, init?: RequestInit): Promise<Response> {
  const { client, options, parts } = sending.call
  const milliseconds = timeLimit(sending)
  const whole: RequestInit = { ...init }
  if (milliseconds !== undefined) {
    const signal = input instanceof Request ? input.signal : options.signal
    const timeout = parts.deadline?.(milliseconds) ?? AbortSignal.timeout(milliseconds)
    sending.timeout = timeout
    whole.signal = signal ? AbortSignal.any([signal, timeout]) : timeout
  }
  const own = client.options.fetch
  try {
    if (!own) return await fetch(input, whole)
    return await own(
      input instanceof Request && milliseconds === undefined ? input : new Request(input, whole),
    )
  } catch (cause) {
    throw failure(sending, cause)
  }
}

function timeLimit({ call: { client, options } }: Sending): number | undefined {
  return options.timeoutMs ?? client.options.timeoutMs
}

/** What a call fails with when sending or reading threw: the caller's abort as it is, else the reason with the call's name. */
export function failure(sending: Sending, cause: unknown): unknown {
  const { signal } = sending.call.options
  if (cause instanceof ClientError) return cause
  if (signal?.aborted) return signal.reason
  return sending.timeout?.aborted
    ? new TimeoutError(sending, timeLimit(sending) ?? 0)
    : new NetworkError(sending, cause)
}
