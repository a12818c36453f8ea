import { isSafe } from '../../http/method.ts'
import { ItemError } from '../../http/stream/item-error.ts'
import { readBody } from '../bodies/read-body.ts'
import { readOctets } from '../bodies/read-octets.ts'
import type { Sending } from '../call/call.ts'
import { isDocumentedStatus } from '../call/client-operation.ts'
import { responseStream } from '../call/stream-of.ts'
import { ApiError, ParseError } from '../errors/errors.ts'
import { composeCall } from '../sending/compose.ts'
import { sendCall, sendingFailure } from '../sending/send.ts'
import { liftDeadline } from './deadline.ts'
import { streamItems } from './items.ts'

/** Default maximum number of consecutive reconnects after a broken event stream with ids. */
const RECONNECTS = 5

/**
 * Reads a successful response item by item if the document declares a stream for its media type; otherwise
 * reads it whole.
 * @returns for a stream, an AsyncIterable of items, without waiting for the first item. Iterating throws the
 * same errors as a call, and ParseError.
 */
export async function readItems(response: Response, sending: Sending): Promise<unknown> {
  const { operation, options } = sending.call
  const stream = responseStream(operation, response)
  if (stream === undefined) return readOctets(response, sending)
  const { reconnects } = options
  const most = (byDefault: number): number => (stream.format === 'events' ? (reconnects ?? byDefault) : 0)
  let last = sending
  liftDeadline(last.timeout)
  return streamItems({
    stream,
    response,
    signal: options.signal,
    reconnects: {
      afterBreak: (lastId) => most(lastId !== '' && isSafe(operation.method) ? RECONNECTS : 0),
      afterEnd: most(0),
    },
    async reopen(lastId) {
      last = again(sending, lastId)
      const next = await sendCall(last)
      if (next.status === 204) return undefined
      liftDeadline(last.timeout)
      if (responseStream(operation, next) !== undefined) return next
      const { status, headers } = next
      const documented = isDocumentedStatus(operation.statuses, status)
      throw new ApiError(sending, { status, headers, documented, body: await readBody(next, sending) })
    },
    failure(cause) {
      if (!(cause instanceof ItemError)) return sendingFailure(last, cause)
      return new ParseError(sending, { status: response.status, text: cause.text }, cause)
    },
  })
}

/**
 * The call, continued after an event. An id can be any text, so its UTF-8 bytes are written as the Latin-1
 * characters that header values consist of.
 */
function again({ call }: Sending, lastId: string): Sending {
  const id = String.fromCharCode(...new TextEncoder().encode(lastId))
  const headers = { ...call.options.headers, ...(id !== '' && { 'last-event-id': id }) }
  return composeCall({ ...call, options: { ...call.options, headers } })
}
