import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy to a database, whose connections can be cut and restored. */
export interface CuttableProxy {
  readonly port: number
  /** Breaks all connections, and rejects new ones. */
  cut(): Promise<void>
  /** Keeps connections and accepts new ones, but forwards nothing, like a network that loses packets. */
  freeze(): void
  mend(): Promise<void>
}

/** @param target path of the Unix socket to which the proxy connects. */
export async function startProxy(target: string): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  let server: Server | undefined

  function pass(client: Socket): void {
    const database = connect(target)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (!isFrozen) to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }

  async function listen(at: number): Promise<number> {
    server = createServer(pass)
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  function breakAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  const port = await listen(0)
  return {
    port,
    async cut() {
      const closing = server
      server = undefined
      if (closing === undefined) return
      const closed = new Promise((resolve) => closing.close(resolve))
      breakAll()
      await closed
    },
    freeze() {
      isFrozen = true
    },
    async mend() {
      // Data sent while frozen is lost, so those connections are useless.
      if (isFrozen) breakAll()
      isFrozen = false
      if (server === undefined) await listen(port)
    },
  }
}
