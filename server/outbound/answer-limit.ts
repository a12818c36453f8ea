import type { Socket } from 'node:net'

/** A server that answers more than anybody asked for. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'

  constructor(mostBytes: number) {
    super(`The server sent more than ${mostBytes / 2 ** 20} MB as one answer.`)
  }
}

/** Bytes of one answer: those who take what we deliver say little. */
const mostByDefault = 16 * 2 ** 20

/**
 * Ends a connection whose other side sends more than a number of bytes without being sent anything in between. Clients keep an answer in
 * memory until it is whole, however long it gets.
 * @returns the socket.
 */
export function limitAnswers<Connected extends Socket>(
  socket: Connected,
  mostBytes = mostByDefault,
): Connected {
  const push = socket.push.bind(socket)
  let written = socket.bytesWritten
  let received = 0
  // Where the bytes come in, before anybody reads them: a listener would set a socket going that is not to be read yet.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      received = 0
    }
    received += chunk instanceof Uint8Array ? chunk.length : 0
    if (received <= mostBytes) return push(chunk, encoding)
    socket.destroy(new AnswerTooLarge(mostBytes))
    return false
  }
  return socket
}
