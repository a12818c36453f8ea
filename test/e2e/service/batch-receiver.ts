import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request from an HTTP export, as received. */
export interface ReceivedBatch {
  /** Its `Idempotency-Key`. */
  readonly key: string
  readonly uuids: readonly string[]
}

/** A server to which batches of exported events are posted. It keeps every batch that arrives whole. */
export interface BatchReceiver {
  /** Returns the URL to which an export posts; the name distinguishes exports. */
  urlOf(name: string): string
  received(name: string): readonly ReceivedBatch[]
  /** Holds responses back after `after` more requests. */
  silence(after: number): void
  /** Resolves when a request whose response is held back has arrived whole. */
  silenced(): Promise<void>
  /** Sends the responses that were held back, and responds to all further requests. */
  answer(): void
  close(): Promise<void>
}

export async function startBatchReceiver(): Promise<BatchReceiver> {
  const batches = new Map<string, ReceivedBatch[]>()
  const held: ServerResponse[] = []
  let silence = Promise.withResolvers<void>()
  /** The number of requests that will still get a response. */
  let answered = Number.POSITIVE_INFINITY

  const server = createServer((request, response) => {
    const take = async () => {
      const { batch } = JSON.parse(Buffer.concat(await request.toArray()).toString())
      const name = (request.url ?? '').slice(1)
      const uuids = (batch as { uuid: string }[]).map(({ uuid }) => uuid)
      batches.set(name, [
        ...(batches.get(name) ?? []),
        { key: String(request.headers['idempotency-key']), uuids },
      ])
      answered -= 1
      if (answered >= 0) return response.end()
      held.push(response)
      silence.resolve()
    }
    // A request whose body is cut off does not count as received.
    take().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    received: (name) => batches.get(name) ?? [],
    silence(after) {
      silence = Promise.withResolvers()
      answered = after
    },
    silenced: () => silence.promise,
    answer() {
      answered = Number.POSITIVE_INFINITY
      for (const response of held.splice(0)) response.end()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
