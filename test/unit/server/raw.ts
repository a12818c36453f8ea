import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'

/** Sends text unchanged, and returns everything that comes back until the server closes the connection. */
export async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

/** Returns the server's end of the next connection that a server in this process accepts. */
export function nextConnection(): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe('net.server.socket', take)
      resolve((message as { readonly socket: Socket }).socket)
    }
    subscribe('net.server.socket', take)
  })
}
