import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Number of looks at all connections within the time that a client has. */
const LOOKS = 4

/**
 * Cuts off clients that have read nothing of their answers for some time: their data stays in memory, and
 * Node would wait for ever. A client that reads a little stays, and so does a silent stream.
 */
export function cutOffStalledAnswers(server: Server, stallMs: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node's own clock of a connection begins anew whenever the client takes something.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(0)
  })
  // A timer for each request would slow down all of them: only requests with an unread answer are timed.
  const looks = setInterval(() => {
    for (const socket of sockets) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stallMs)
  }, stallMs / LOOKS)
  looks.unref()
  server.once('close', () => clearInterval(looks))
}
