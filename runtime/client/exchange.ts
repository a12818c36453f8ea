import { essence } from '../http/media-type.ts'
import { isIdempotent } from '../http/method.ts'
import { type Call, compose, type Message } from './compose.ts'
import { applyCredentials, chooseSchemes, isRefreshable } from './credentials.ts'
import { type CallContext, NetworkError, TimeoutError } from './errors.ts'
import { backoff, pause, retryDelay } from './retry.ts'
import { type Sent, send } from './send.ts'

/** What came back, body read. */
export interface Answer {
  readonly context: CallContext
  readonly status: number
  readonly headers: Headers
  readonly mediaType: string | undefined
  readonly body: unknown
  /**
   * As it was asked for: before redirects, with the credentials that belong in the query. In a browser it may be relative to
   * the page.
   */
  readonly url: string
}

/**
 * Makes one call and reads the answer, whatever its status. Each attempt is a request of its own, with credentials asked
 * again and a timeout of its own; a body that is a stream is sent once.
 * @throws NetworkError, TimeoutError, ParseError, SerializationError, or the reason of the caller's signal.
 */
export async function exchange(call: Call): Promise<Answer> {
  const { client, operation, options } = call
  const message = compose(call)
  const allowed = options.retries ?? (isIdempotent(operation.method) ? client.options.retries : 0)
  const retries = message.replayable ? allowed : 0
  for (let attempt = 0; ; attempt += 1) {
    try {
      const sent = await sendWithCredentials(call, message)
      const { status, headers } = sent.response
      const delay = attempt < retries ? retryDelay(sent.response, attempt) : undefined
      if (delay === undefined) {
        const mediaType = essence(headers.get('Content-Type')) || undefined
        return {
          context: message.context,
          url: sent.url,
          status,
          headers,
          mediaType,
          body: await sent.read(),
        }
      }
      await sent.discard()
      await pause(delay, options.signal)
    } catch (error) {
      const transient = error instanceof NetworkError || error instanceof TimeoutError
      if (!transient || attempt >= retries) throw error
      await pause(backoff(attempt), options.signal)
    }
  }
}

/** Sends, and once more after a 401 when the credentials come from a function: it may have a fresh token then. */
async function sendWithCredentials(call: Call, message: Message): Promise<Sent> {
  const { keyring } = call.client
  const schemes = chooseSchemes(keyring, call.operation.security)
  const sent = await send(call, message, await applyCredentials(keyring, schemes, { rejected: false }))
  if (sent.response.status !== 401 || !message.replayable || !isRefreshable(keyring, schemes)) return sent
  await sent.discard()
  return send(call, message, await applyCredentials(keyring, schemes, { rejected: true }))
}
