import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request of an HTTP export, as it came in. */
export interface ReceivedBatch {
  /** Its `Idempotency-Key`. */
  readonly key: string
  readonly uuids: readonly string[]
}

/** A server that batches of exported events are posted to. It keeps all that comes in whole. */
export interface BatchReceiver {
  /** Where an export is to post to; the name tells exports apart. */
  urlOf(name: string): string
  received(name: string): readonly ReceivedBatch[]
  /** Holds the answers back from now on, after that many more requests. */
  silence(after: number): void
  /** Resolves when a request whose answer is held back has come in whole. */
  silenced(): Promise<void>
  /** Gives the answers that were held back, and those of all further requests. */
  answer(): void
  close(): Promise<void>
}

export async function startBatchReceiver(): Promise<BatchReceiver> {
  const batches = new Map<string, ReceivedBatch[]>()
  const held: ServerResponse[] = []
  let silence = Promise.withResolvers<void>()
  /** Requests that are answered yet. */
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
    // A request that is cut off in its body has not come in.
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
