import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { inOldWords, refusalInNewWords } from './old-dialect.ts'

/** A proxy in front of an old server that translates between the old dialect and the new one. */
export interface OldFront {
  readonly url: string
  /** Blocks of rows that the server has accepted, in order, each with its statement. */
  readonly taken: readonly string[]
  /** Loses the response to the next block, which the server still accepts. */
  loseNextAnswer(): void
  close(): Promise<void>
}

/** @param target the server's URL. While the server is down, so is its front. */
export async function startOldFront(target: string): Promise<OldFront> {
  const taken: string[] = []
  const faults: unknown[] = []
  let losesNext = false

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '', target)
    const asked = inOldWords({ given: searchParams, body: await buffer(request) })
    const answered = await fetch(`${target}/?${asked.given}`, {
      method: 'POST',
      body: asked.body.toString(),
    }).catch(() => undefined)
    const text = await answered?.text().catch(() => undefined)
    if (answered === undefined || text === undefined) return void request.socket.destroy()
    if (!answered.ok) return void response.writeHead(500).end(refusalInNewWords(text))
    const insert = searchParams.get('query')
    if (insert !== null) {
      taken.push(`${insert}\n${asked.body}`)
      if (losesNext) {
        losesNext = false
        return void request.socket.destroy()
      }
    }
    response.end(text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(error)
      request.socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    loseNextAnswer() {
      losesNext = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (faults.length > 0)
        throw new AggregateError(faults, 'The front could not put something into old words.')
    },
  }
}
