import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request as overHttp,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Recorded } from '@concordat/contract/passive'
import { KeptBytes, recordedByProxy } from './kept-exchange.ts'
import { endToEndHeaders, rawHeaderPairs } from './raw-headers.ts'
import { proxiedPathAndQuery } from './request-target.ts'

/**
 * Maximum number of bytes of a response body to keep for checking. Longer responses are also passed on in
 * full.
 */
const MOST_ANSWER = 16 * 2 ** 20
/**
 * Maximum size in bytes of a request body that is kept, so that a finding can show it. A longer body is
 * omitted.
 */
const MOST_REQUEST = 64 * 2 ** 10
const PLAIN = { 'content-type': 'text/plain' }
const NO_PATH =
  'concordat proxy: the request target is neither a path nor an http URL. Fix: send requests to this address as you would to the server itself.\n'

export interface ProxyOptions {
  /** "https://api.example/v1", without a trailing slash. */
  readonly target: string
  readonly port: number
  readonly host: string
  /**
   * Called once for each response, when it ends. If it breaks off or the proxy ends, the exchange contains
   * the part that has arrived.
   */
  readonly onExchange: (exchange: Recorded) => void
}

export interface RunningProxy {
  readonly url: string
  /** Ends all connections; unfinished streams are reported with the part that has arrived. */
  close(): Promise<void>
}

/**
 * Starts a proxy that forwards everything unchanged, except for the base URL and the host and connection
 * headers, and reports each exchange to `onExchange` for checking. Rejects if it cannot listen.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  return await new TransparentProxy(options).listen()
}

class TransparentProxy {
  readonly #options: ProxyOptions
  readonly #base: URL
  readonly #path: string
  readonly #send: typeof overHttp
  readonly #agent: HttpAgent
  /** Functions that report the responses still in progress, one for each response. */
  readonly #streaming = new Set<() => void>()

  constructor(options: ProxyOptions) {
    this.#options = options
    this.#base = new URL(options.target)
    this.#path = this.#base.pathname.replace(/\/$/, '')
    const isSecure = this.#base.protocol === 'https:'
    this.#send = isSecure ? overHttps : overHttp
    this.#agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  }

  async listen(): Promise<RunningProxy> {
    // No timeout, because uploads and streams can take any amount of time.
    const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
      const fail = (error: Error) => refuse(outgoing, `the request could not be forwarded: ${error.message}`)
      caught(() => this.#pass(incoming, outgoing), fail)()
    })
    server.on('upgrade', (incoming, socket, head) => {
      caught(
        () => this.#upgrade(incoming, socket, head),
        () => socket.destroy(),
      )()
    })
    server.on('connect', refuseTarget)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#options.port, this.#options.host, resolve)
    })
    const own = server.address() as AddressInfo
    return {
      url: `http://${own.family === 'IPv6' ? `[${own.address}]` : own.address}:${own.port}`,
      close: async () => {
        for (const cut of [...this.#streaming]) cut()
        const closed = new Promise<void>((resolve) => server.close(() => resolve()))
        server.closeAllConnections()
        this.#agent.destroy()
        await closed
      },
    }
  }

  /**
   * Returns the URL to which a request is forwarded. It is below the base URL, whatever host the request
   * specifies. A path that already starts with the base path stays unchanged.
   * @returns `undefined` for a target without a path.
   */
  #addressOf({ url = '/' }: IncomingMessage): URL | undefined {
    const target = proxiedPathAndQuery(url)
    if (target === undefined) return undefined
    const { pathname, search } = target
    const isOwn = this.#path !== '' && (pathname === this.#path || pathname.startsWith(`${this.#path}/`))
    const address = new URL(this.#base.origin)
    address.pathname = isOwn ? pathname : this.#path + pathname
    address.search = search
    return address
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const address = this.#addressOf(incoming)
    if (address === undefined) {
      outgoing.writeHead(400, PLAIN).end(NO_PATH)
      return
    }
    const sent = new KeptBytes(MOST_REQUEST)
    const upstream = this.#send(address, {
      ...{ method: incoming.method, agent: this.#agent },
      headers: [
        ...endToEndHeaders(incoming.rawHeaders, ['transfer-encoding']),
        ['host', this.#base.host],
      ].flat(),
    })
    const fail = (error: Error): void => {
      upstream.destroy()
      refuse(outgoing, `no valid response from ${this.#base.origin}: ${error.message}`)
    }
    incoming.on('data', (chunk: Buffer) => sent.add(chunk))
    incoming.pipe(upstream)
    // A client can disconnect at any time; its request to the server is then canceled as well.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) upstream.destroy()
    })
    upstream.on('error', fail)
    const passed = { incoming, address, sent, outgoing, fail }
    upstream.on(
      'response',
      caught((answer: IncomingMessage) => this.#passBack(answer, passed), fail),
    )
  }

  /**
   * Passes a response on as it arrives. Reports it once, when it ends or breaks off, with the part that has
   * arrived.
   */
  #passBack(answer: IncomingMessage, { outgoing, fail, ...passed }: Passed): void {
    const got = new KeptBytes(MOST_ANSWER)
    let isTold = false
    const tell = (isWhole: boolean): void => {
      if (isTold) return
      isTold = true
      this.#streaming.delete(cut)
      this.#options.onExchange(recordedByProxy({ ...passed, answer, got, isWhole }))
    }
    const cut = caught(() => tell(false), fail)
    this.#streaming.add(cut)
    answer.on('close', cut)
    answer.on('error', () => outgoing.destroy())
    outgoing.sendDate = false
    outgoing.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage,
      endToEndHeaders(answer.rawHeaders).flat(),
    )
    // Sends the head before the first event, which can take a long time to arrive.
    outgoing.flushHeaders()
    answer.on('data', (chunk: Buffer) => got.add(chunk))
    const end = (): void => {
      outgoing.addTrailers(rawHeaderPairs(answer.rawTrailers))
      tell(true)
    }
    answer.on('end', caught(end, fail))
    answer.pipe(outgoing)
  }

  /** Forwards an upgraded connection without checking it. */
  #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const headers = rawHeaderPairs(incoming.rawHeaders).filter(([name]) => name.toLowerCase() !== 'host')
    const address = this.#addressOf(incoming)
    if (address === undefined) {
      refuseTarget(incoming, socket)
      return
    }
    const upstream = this.#send(address, {
      method: incoming.method,
      headers: [...headers, ['host', this.#base.host]].flat(),
    })
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
    const begin = (answer: IncomingMessage): void => {
      const lines = rawHeaderPairs(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${lines.join('')}\r\n`)
    }
    upstream.on('response', (answer) => {
      begin(answer)
      answer.pipe(socket)
    })
    upstream.on('upgrade', (answer, other, first) => {
      begin(answer)
      if (first.length > 0) socket.write(first)
      if (head.length > 0) other.write(head)
      other.on('error', () => socket.destroy())
      other.pipe(socket).pipe(other)
    })
    upstream.end()
  }
}

/** A forwarded request, and the means to respond to it. */
interface Passed {
  readonly incoming: IncomingMessage
  readonly address: URL
  readonly sent: KeptBytes
  readonly outgoing: ServerResponse
  readonly fail: (error: Error) => void
}

/**
 * Wraps an event handler, so that an error that it throws is passed to `fail` instead of ending the process.
 */
function caught<Args extends readonly unknown[]>(
  handle: (...args: Args) => void,
  fail: (error: Error) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      handle(...args)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Responds in place of the server; if a response has already begun, the connection is closed. */
function refuse(outgoing: ServerResponse, why: string): void {
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(502, PLAIN).end(`concordat proxy: ${why}\n`)
}

/** Rejects a request for which Node creates no response object. */
function refuseTarget(_incoming: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: ${NO_PATH.length}\r\nConnection: close\r\n\r\n${NO_PATH}`,
  )
}
