import type { IncomingMessage } from 'node:http'

/** How long, and for how much, the rest of a body is listened to that nobody wants. */
const DRAIN_MS = 500
const DRAIN_BYTES = 64 * 2 ** 20

/**
 * Lets a caller read the answer who is still sending: a connection that is closed at once takes the answer with it. One who sends on and on
 * is cut off all the same.
 */
export function drain(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return
  let size = 0
  const close = (): void => void message.socket.destroySoon()
  const deadline = setTimeout(close, DRAIN_MS)
  deadline.unref()
  message.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > DRAIN_BYTES) close()
  })
  for (const end of ['end', 'close']) message.on(end, () => clearTimeout(deadline))
  message.resume()
}
