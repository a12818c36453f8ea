import type { Middleware } from 'openapi-fetch'
import { addQuery, type Call, composeHeaders, type Message } from './compose.ts'
import type { AppliedCredentials } from './credentials.ts'
import { ClientError, NetworkError, TimeoutError } from './errors.ts'
import { readResponse } from './read-response.ts'

/** A request that has been answered; the body is still to come. */
export interface Sent {
  readonly response: Response
  /** Absolute. */
  readonly url: string
  /** Reads the body by its Content-Type, within the same time limit. */
  read(): Promise<unknown>
  /** Frees the connection of a body that nobody reads. */
  discard(): Promise<void>
}

/**
 * Sends one request through openapi-fetch and the client's middlewares.
 * @throws NetworkError, TimeoutError, the reason of the caller's signal, or what a middleware throws.
 */
export async function send(call: Call, message: Message, credentials: AppliedCredentials): Promise<Sent> {
  const { client, operation, request } = call
  const { content, context } = message
  const guard = guardBy(call, message)
  const fetch = client.options.fetch ?? globalThis.fetch
  const url = addQuery(context.url, credentials.query)
  let answered: { readonly response: Response; readonly url: string } | undefined
  // First in the list is last to see the response, after the middlewares of the caller. openapi-fetch would read the body
  // without regard to its media type, so it gets an empty one in its place.
  const capture: Middleware = {
    onResponse: ({ request: sent, response }) => {
      answered = { response, url: sent.url }
      return new Response()
    },
  }
  const { response: uncaptured } = await client.transport.request(operation.method, operation.path, {
    baseUrl: message.baseUrl,
    // For middlewares to see; without `header`, which openapi-fetch would add to ours in its own style.
    params: { path: request.path ?? {}, query: request.query, cookie: request.cookie },
    headers: composeHeaders(call, message, credentials),
    body: content?.body,
    // openapi-fetch has one serialiser for all operations; each of ours has its own styles and is written out already.
    bodySerializer: (body: unknown) => body,
    pathSerializer: () => url,
    querySerializer: () => '',
    ...(guard.signal && { signal: guard.signal }),
    ...(content?.replayable === false && { duplex: 'half' }),
    // A redirect that the document describes is an answer, not a way to one. 304 is no redirect.
    ...(operation.statuses.some((status) => /^3(?!04)/.test(status)) && { redirect: 'manual' }),
    parseAs: 'stream',
    fetch: (sent: Request) => guard.run(() => fetch(sent)),
    middleware: [capture, ...client.middlewares],
  })
  // A middleware that answers without sending is not captured. openapi-fetch leaves only the body of its success unread.
  const response = answered?.response ?? uncaptured
  if (response.bodyUsed) throw new ClientError(context, `was answered ${response.status} by a middleware`)
  return {
    response,
    url: answered?.url ?? url,
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
