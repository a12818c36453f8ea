import type { IncomingMessage } from 'node:http'

/**
 * Maximum pause, in milliseconds, while a client sends an unwanted body. At most `MOST_BYTES` of the body are
 * read.
 */
const SILENCE_MS = 5000
const MOST_BYTES = 64 * 2 ** 20

/**
 * Lets a client read the response while it is still sending. The response would be lost if the connection
 * were closed at once, or while the rest of the body arrives slowly. A client that pauses too long or sends
 * too much is cut off anyway, and so is a client whose body is rejected while it arrives.
 */
export function drainMessage(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return
  let size = 0
  let isHeard = false
  const close = (): void => void message.socket.destroySoon()
  // Data that arrived while this process was busy is read before the client counts as silent.
  const look = (): void => {
    if (!isHeard) close()
    isHeard = false
  }
  const looks = setInterval(() => setImmediate(look), SILENCE_MS)
  looks.unref()
  message.on('data', (chunk: Uint8Array) => {
    isHeard = true
    size += chunk.length
    if (size > MOST_BYTES) close()
  })
  message.once('error', close)
  for (const end of ['end', 'close']) message.on(end, () => clearInterval(looks))
  message.resume()
}
