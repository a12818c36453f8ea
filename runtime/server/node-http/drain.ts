import type { IncomingMessage } from 'node:http'

/** Longest silence of a caller in an unwanted body, and the number of its bytes that are read. */
const SILENCE_MS = 5000
const MOST_BYTES = 64 * 2 ** 20

/**
 * Lets a caller that is still sending read the response: closing the connection at once would lose it, as
 * would closing it while the rest comes slowly. A caller that sends nothing more, or never stops, is cut off
 * all the same.
 */
export function drain(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return
  let size = 0
  let isHeard = false
  const close = (): void => void message.socket.destroySoon()
  // Data that came while this process was busy is read before the caller counts as silent.
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
  for (const end of ['end', 'close']) message.on(end, () => clearInterval(looks))
  message.resume()
}
