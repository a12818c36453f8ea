import type { IncomingMessage } from 'node:http'

/** How long, and up to how many bytes, the rest of an unwanted body is read. */
const DRAIN_MS = 500
const DRAIN_BYTES = 64 * 2 ** 20

/**
 * Lets a caller that is still sending read the answer: closing the connection at once would lose it. A caller that never stops is
 * cut off all the same.
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
