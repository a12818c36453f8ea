import { once } from 'node:events'
import { createServer } from 'node:http'
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
  /** Leaves the next requests without an answer, for as long as a sender lives that has sent one. */
  silence(): void
  /** Resolves when a silenced request has come in whole. */
  silenced(): Promise<void>
  answer(): void
  close(): Promise<void>
}

export async function startBatchReceiver(): Promise<BatchReceiver> {
  const batches = new Map<string, ReceivedBatch[]>()
  let silence = Promise.withResolvers<void>()
  let isSilent = false

  const server = createServer((request, response) => {
    const take = async () => {
      const { batch } = JSON.parse(Buffer.concat(await request.toArray()).toString())
      const name = (request.url ?? '').slice(1)
      const uuids = (batch as { uuid: string }[]).map(({ uuid }) => uuid)
      batches.set(name, [
        ...(batches.get(name) ?? []),
        { key: String(request.headers['idempotency-key']), uuids },
      ])
      if (isSilent) silence.resolve()
      else response.end()
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
    silence() {
      silence = Promise.withResolvers()
      isSilent = true
    },
    silenced: () => silence.promise,
    answer() {
      isSilent = false
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
