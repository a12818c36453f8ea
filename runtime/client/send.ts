import { addQuery, type Call, composeHeaders, type Message } from './compose.ts'
import type { AppliedCredentials } from './credentials.ts'
import { ClientError, NetworkError, TimeoutError } from './errors.ts'
import { around } from './middleware.ts'
import { readResponse } from './read-response.ts'

/** A request that has been answered; the body is still to come. */
export interface Sent {
  readonly response: Response
  /** As it was asked for. */
  readonly url: string
  /** Reads the body by its Content-Type, within the same time limit. */
  read(): Promise<unknown>
  /** Frees the connection of a body that nobody reads. */
  discard(): Promise<void>
}

/**
 * Sends one request through the client's middlewares.
 * @throws NetworkError, TimeoutError, the reason of the caller's signal, or what a middleware throws.
 */
export async function send(call: Call, message: Message, credentials: AppliedCredentials): Promise<Sent> {
  const { client, operation } = call
  const { content, context } = message
  const guard = guardBy(call, message)
  const url = addQuery(context.url, credentials.query)
  const init = {
    method: operation.method,
    headers: composeHeaders(call, message, credentials),
    ...(content && { body: content.body }),
    ...(guard.signal && { signal: guard.signal }),
    ...(content?.replayable === false && { duplex: 'half' }),
    // A redirect that the document describes is an answer, not a way to one. 304 is no redirect.
    ...(operation.statuses.some((status) => /^3(?!04)/.test(status)) && { redirect: 'manual' as const }),
  }
  const { fetch = globalThis.fetch } = client.options
  const through = around(client.middlewares, operation, (request) => guard.run(() => fetch(request)))
  // The global fetch makes a Request of its own, which is most of what a call costs: another only for those who see it.
  const isSeen = client.options.fetch !== undefined || client.middlewares.length > 0
  const response = await (isSeen
    ? through(new Request(url, init))
    : guard.run(() => globalThis.fetch(url, init)))
  return {
    response,
    url,
    read: () => guard.run(() => readResponse(response, context)),
    discard: () => guard.run(async () => response.body?.cancel()),
  }
}

/** The time limit and the caller's signal as one, and the difference between them and a failure of the network. */
function guardBy({ client, options }: Call, { context }: Message) {
  const timeoutMs = options.timeoutMs ?? client.options.timeoutMs
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const signals = [options.signal, timeout].filter((signal) => signal !== undefined)
  return {
    signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
    async run<T>(step: () => Promise<T>): Promise<T> {
      try {
        return await step()
      } catch (cause) {
        if (cause instanceof ClientError) throw cause
        if (options.signal?.aborted) throw options.signal.reason
        throw timeout?.aborted && timeoutMs !== undefined
          ? new TimeoutError(context, timeoutMs)
          : new NetworkError(context, cause)
      }
    },
  }
}
