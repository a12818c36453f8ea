import type { IncomingMessage } from 'node:http'
import { HttpProblem } from '../problems/problem.ts'

/** Maximum number of chunks of a body, of any length, and of bytes for each chunk beyond. */
export const MOST_CHUNKS = 20_000
const BYTES_OF_FURTHER = 32

/**
 * Refuses a body that comes in too many chunks for its length: each takes Node some microseconds, even if it
 * has one byte, and even if nobody wants it. The message then emits an `HttpProblem` as an error, and its
 * socket is read no further.
 */
export function limitChunks(message: IncomingMessage): void {
  const push = message.push
  let chunks = 0
  let bytes = 0
  // A message that nobody reads reports its error to nobody.
  message.on('error', () => undefined)
  // Node would drop chunks after the answer, without a count, if nothing was ever read.
  message.read(0)
  message.push = (chunk: Uint8Array | null, encoding) => {
    chunks += 1
    bytes += chunk?.length ?? 0
    if (chunk === null || chunks <= MOST_CHUNKS + bytes / BYTES_OF_FURTHER)
      return push.call(message, chunk, encoding)
    message.emit('error', tooManyChunks())
    return false
  }
}

function tooManyChunks(): HttpProblem {
  const detail = `The body comes in more than ${MOST_CHUNKS} chunks of less than ${BYTES_OF_FURTHER} bytes. Send larger ones.`
  return new HttpProblem({ kind: 'body-too-complex', detail })
}
