import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Number of checks of all connections within the time limit of a client. */
const LOOKS = 4

/**
 * Cuts off clients that have read none of their answer for some time: the data would stay in memory, and Node
 * would wait forever. A client that reads a little is kept, and so is a stream without data.
 */
export function cutOffStalledAnswers(server: Server, stallMs: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node restarts its own timer of a connection whenever the client reads something.
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
