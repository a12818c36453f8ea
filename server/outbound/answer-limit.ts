import type { Socket } from 'node:net'

/** Thrown if a server's response is too large or takes too long. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** Limits for a server's response. */
export interface AnswerLimits {
  /** Maximum size of a response, in bytes. Default: 16 MiB. */
  readonly mostBytes?: number
  /**
   * Time limit after the first byte, in milliseconds. A client restarts its own timeout with each byte, so it
   * never notices a response that trickles in. The default of 5 minutes gives S3 time to join the parts of an
   * object, during which it sends white space.
   */
  readonly longest?: number
}

/**
 * Ends a connection if the server sends too many bytes, or sends for too long, without receiving anything in
 * between. Clients keep a response in memory until it is complete, however large it is.
 * @returns the socket.
 */
export function limitOutboundAnswers<Connected extends Socket>(
  socket: Connected,
  { mostBytes = 16 * 2 ** 20, longest = 300_000 }: AnswerLimits = {},
): Connected {
  const push = socket.push.bind(socket)
  let written = socket.bytesWritten
  let received = 0
  let begun = 0
  // Counts bytes before they are read, because a listener would start the flow of a socket that should not be
  // read yet.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (socket.bytesWritten !== written || received === 0) {
      written = socket.bytesWritten
      received = 0
      begun = performance.now()
    }
    received += chunk instanceof Uint8Array ? chunk.length : 0
    const excess =
      received > mostBytes
        ? `more than ${mostBytes / 2 ** 20} MB in`
        : performance.now() - begun > longest && `data for more than ${longest / 1000} s in`
    if (excess === false) return push(chunk, encoding)
    socket.destroy(new AnswerTooLarge(`The server sent ${excess} one response.`))
    return false
  }
  return socket
}
