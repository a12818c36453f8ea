import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Number of times that all connections are checked within a client's time limit. */
const LOOKS = 4

/**
 * Cuts off clients that have read none of their response for some time. Otherwise, the data would stay in
 * memory, and Node would wait forever. A client that reads slowly is kept, and so is one whose stream has no
 * data to send.
 */
export function cutOffStalledAnswers(server: Server, stallMs: number): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node restarts a connection's timer whenever the client reads something.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(0)
  })
  // Only requests with an unread response are timed, because a timer for each request would slow down all of
  // them.
  const looks = setInterval(() => {
    for (const socket of sockets) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stallMs)
  }, stallMs / LOOKS)
  looks.unref()
  server.once('close', () => clearInterval(looks))
}
