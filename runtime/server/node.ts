import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serverListenError } from './node-http/listen-error.ts'
import { listenerOf } from './node-http/listener.ts'
import { cutOffStalledAnswers } from './node-http/stalled-answers.ts'

export { type FastifyScope, fastifyPlugin, type NodeHandler, nodeHandler } from './mount.ts'

export interface ServeOptions {
  /** Address to listen on. Default: "127.0.0.1", which is not reachable from other machines. */
  readonly hostname?: string
  /** Port to listen on. Default: 0, which selects any free port. */
  readonly port?: number
  /**
   * Public origin of a service behind a proxy, used in request URLs: "https://api.example.com".
   * Default: the origin in `Host`.
   */
  readonly origin?: string | undefined
  /**
   * Time limit for receiving a request, in milliseconds; its headers must arrive within a minute. A slower
   * request gets a 408. Default: 300 000.
   */
  readonly requestTimeoutMs?: number
  /**
   * Time, in milliseconds, after which `serve` disconnects a client that does not read its response.
   * Default: 60 000.
   */
  readonly stalledAnswerMs?: number
}

/** A listening server. */
export interface RunningServer {
  /** For example "http://127.0.0.1:41234", without a trailing slash. */
  readonly url: string
  readonly port: number
  /**
   * Stops accepting connections and resolves when all running requests have ended. Requests that are still
   * running at the deadline are cut off.
   * @param deadlineMs default: 10 000.
   */
  readonly close: (deadlineMs?: number) => Promise<void>
}

/**
 * Maximum size of a request's head, in bytes; a longer head is answered with 431. Objects in a query need
 * more than Node's default of 16 KiB.
 */
export const MAX_HEAD_BYTES = 65_536
/** Interval at which idle connections are closed while the server shuts down. */
const IDLE_CHECK_MS = 20

/**
 * Serves an App, or any other function from `Request` to `Response`, with node:http.
 * @returns when the server is listening.
 * @throws an Error that explains where the server could not listen and what to do. Its `code` is Node's.
 */
export async function serve(
  app: (request: Request) => Promise<Response>,
  {
    hostname = '127.0.0.1',
    port = 0,
    origin,
    requestTimeoutMs = 300_000,
    stalledAnswerMs = 60_000,
  }: ServeOptions = {},
): Promise<RunningServer> {
  const limits = {
    maxHeaderSize: MAX_HEAD_BYTES,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, 60_000),
    // Node checks for late requests only at this interval.
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 30_000) / 4,
    // Do not try to read requests without a body. The option has been available since Node 24.12.
    optimizeEmptyRequests: true,
  }
  // An import would make Node load its "fetch" client too, which takes 35 ms and 14 MB of memory.
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer(limits, listenerOf(app, { hostname, origin }))
  cutOffStalledAnswers(server, stalledAnswerMs)
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(serverListenError(error, hostname, port))
    server.once('error', failed)
    server.listen(port, hostname, () => {
      server.off('error', failed)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  let closing: Promise<void> | undefined
  const close = (deadlineMs = 10_000): Promise<void> => {
    closing ??= closeBy(deadlineMs, server)
    return closing
  }
  return { url: `http://${host}:${address.port}`, port: address.port, close }
}

/** Closes a server once its responses have been sent, and closes all connections at the deadline. */
function closeBy(deadlineMs: number, server: Server): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
    server.close((error) => {
      clearInterval(idle)
      clearTimeout(deadline)
      if (error) reject(error)
      else resolve()
    })
  })
}
