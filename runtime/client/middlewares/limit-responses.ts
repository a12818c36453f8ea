import type { Middleware } from '../call/call.ts'
import { responseStream } from '../call/stream-of.ts'
import { SizeError } from '../errors/errors.ts'
import { responseWithBody } from './whole-response.ts'

/** The same limit as for request bodies in a generated server. */
export const DEFAULT_RESPONSE_BYTES = 20 * 2 ** 20

/**
 * Rejects a call if its response body is longer than a limit, and stops reading the body. Bytes are counted
 * after decompression. A stream can have any length, because its items have a separate limit.
 * @throws SizeError
 */
export function limitResponses({
  maxBytes = DEFAULT_RESPONSE_BYTES,
}: {
  readonly maxBytes?: number
} = {}): Middleware {
  return async (request, next, sending) => {
    const response = await next(request)
    const { body, status, headers } = response
    if (!body || responseStream(sending.call.operation, response)) return response
    const error = new SizeError(sending, { status, maxBytes })
    if (Number(headers.get('Content-Length')) > maxBytes) {
      await body.cancel(error)
      throw error
    }
    let bytes = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        bytes += piece.length
        if (bytes > maxBytes) throw error
        controller.enqueue(piece)
      },
    })
    return responseWithBody(response, body.pipeThrough(counted))
  }
}
