import { essence } from '../http/media-type.ts'
import type { Call } from './call.ts'
import { compose } from './compose.ts'
import type { CallContext } from './errors.ts'
import { readBody } from './read-body.ts'
import { failure, send } from './send.ts'

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
 * Makes one call and reads the answer, whatever its status.
 * @throws NetworkError, TimeoutError, ParseError, SerializationError, the reason of the caller's signal, or what a middleware throws.
 */
export async function exchange(call: Call): Promise<Answer> {
  const sending = compose(call)
  const response = await send(sending)
  const { status, headers, ok } = response
  const mediaType = essence(headers.get('Content-Type'))
  const { formats, read } = call.parts
  try {
    const answer = {
      context: sending,
      url: sending.outgoing?.url ?? sending.url,
      status,
      headers,
      mediaType: mediaType || undefined,
      body: await (ok && read ? read(response, sending) : readBody(response, sending, mediaType)),
    }
    return formats?.receive(answer) ?? answer
  } catch (cause) {
    throw failure(sending, cause)
  }
}
