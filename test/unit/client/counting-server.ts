import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Item {
  readonly id: string
}

/** The request to a list server. */
export interface Asked {
  readonly query: URLSearchParams
  /** By lower-case name. */
  readonly headers: IncomingMessage['headers']
  readonly body: { readonly [name: string]: unknown }
  /** URL of the request itself, for responses that contain links. */
  readonly url: URL
}

/** Its answer. */
export interface Answered {
  /** Default: 200. */
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A server on loopback with items "1", "2", …, that counts how often it returned each of them. */
export interface CountingServer {
  readonly url: string
  /** In list order; a test can add items during a walk. */
  readonly items: Item[]
  /** Returns one page of items from a position on, and counts each of them. */
  page(from: number): readonly Item[]
  /** The number of times that each item was returned. */
  readonly given: ReadonlyMap<string, number>
  /** The path and query of each request. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

/**
 * Starts a counting server.
 * @param answer writes a page in one list style.
 */
export async function startCountingServer(
  count: number,
  pageSize: number,
  answer: (asked: Asked, server: CountingServer) => Answered,
): Promise<CountingServer> {
  const items = Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }))
  const given = new Map<string, number>()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    const url = new URL(request.url ?? '', counting.url)
    const asked = { query: url.searchParams, headers: request.headers, url, body: await read(request) }
    const { status = 200, body, headers } = answer(asked, counting)
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const counting: CountingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    items,
    given,
    requests,
    page: (from) => {
      const page = items.slice(from, from + pageSize)
      for (const { id } of page) given.set(id, (given.get(id) ?? 0) + 1)
      return page
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return counting
}

async function read(request: IncomingMessage): Promise<Asked['body']> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
}
