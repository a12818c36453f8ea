import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** One address in front of several service processes. */
export interface Balancer {
  readonly url: string
  /** Number of requests that each process has received, in the order of their addresses. */
  shares(): readonly number[]
  close(): Promise<void>
}

/** Passes each request to the next process in turn, so that any state kept in only one process is noticed. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const counts = urls.map(() => 0)
  let turn = 0

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const index = turn++ % urls.length
    counts[index] = (counts[index] ?? 0) + 1
    const { hostname, port } = new URL(urls[index] ?? '')
    const { method, url: path, rawHeaders: headers } = incoming
    const outgoing = request({ agent, hostname, port, method, path, headers })
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    // The service can respond before it has read the whole body, so only the response counts.
    pipeline(incoming, outgoing).catch(() => {})
    const [response] = await answered
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
    await pipeline(response, answer)
  }

  const server = createServer((incoming, answer) => {
    pass(incoming, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shares: () => counts,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
