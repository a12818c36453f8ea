import type { IncomingMessage } from 'node:http'
import { HttpProblem } from '../problems/problem.ts'

/**
 * Number of chunks that every body is allowed; each further chunk needs `BYTES_OF_FURTHER` bytes of the body.
 */
export const MOST_CHUNKS = 20_000
const BYTES_OF_FURTHER = 32

/**
 * Rejects a body that arrives in too many chunks for its length, because each chunk takes Node a few
 * microseconds, even if it has one byte and nobody reads it. The message then emits an `HttpProblem` as an
 * error, and nothing more is read from its socket.
 */
export function limitMessageChunks(message: IncomingMessage): void {
  const push = message.push
  let chunks = 0
  let bytes = 0
  // Without a listener, an error of a message that nobody reads would be thrown.
  message.on('error', () => undefined)
  // Start reading, because Node would otherwise drop the chunks that arrive after the response, without
  // counting them.
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
  const detail = `The body arrived in more than ${MOST_CHUNKS} chunks of less than ${BYTES_OF_FURTHER} bytes. Send larger chunks.`
  return new HttpProblem({ kind: 'body-too-complex', detail })
}
