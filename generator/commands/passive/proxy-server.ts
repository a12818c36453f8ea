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
import { type Recorded, textOf } from '@concordat/contract/passive'

/** Bytes of an answer that are kept to be judged: what is longer passes all the same. */
const MOST_ANSWER = 16 * 2 ** 20
/** Bytes of a request's body that are kept, to show it in a finding. */
const MOST_REQUEST = 64 * 2 ** 10
/** What belongs to one connection, and not to the message. @see RFC 9110, 7.6.1 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
])

export interface ProxyOptions {
  /** "https://api.example/v1", without a slash at its end. */
  readonly target: string
  readonly port: number
  readonly host: string
  /** Called for each answer that ended and, when the proxy ends, for what has come of the others. */
  readonly onExchange: (exchange: Recorded) => void
}

export interface RunningProxy {
  readonly url: string
  /** Ends all connections; what streams until then is told. */
  close(): Promise<void>
}

/** Starts a proxy that changes nothing but the host, and keeps what it needs to judge. Rejects when it cannot listen. */
export async function startProxy({ target, port, host, onExchange }: ProxyOptions): Promise<RunningProxy> {
  const base = new URL(target)
  const path = base.pathname.replace(/\/$/, '')
  const isSecure = base.protocol === 'https:'
  const send = isSecure ? overHttps : overHttp
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const streaming = new Set<() => void>()

  /** Where a request goes: below the base URL; one that names the base path already is taken as it is. */
  function addressOf({ url = '/' }: IncomingMessage): URL {
    const own = path !== '' && (url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`))
    return new URL(base.origin + (own ? '' : path) + url)
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const address = addressOf(incoming)
    const sent = new Kept(MOST_REQUEST)
    const upstream = send(address, {
      ...{ method: incoming.method, agent },
      headers: [...endToEnd(incoming.rawHeaders, ['transfer-encoding']), ['host', base.host]].flat(),
    })
    incoming.on('data', (chunk: Buffer) => sent.add(chunk))
    incoming.pipe(upstream)
    // A client may disconnect at any time; its request to the server is then dropped as well.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) upstream.destroy()
    })
    upstream.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy()
      else
        outgoing
          .writeHead(502, { 'content-type': 'text/plain' })
          .end(`concordat proxy: ${base.origin} gave no answer: ${error.message}\n`)
    })
    upstream.on('response', (answer) => {
      const got = new Kept(MOST_ANSWER)
      let isTold = false
      const tell = (isWhole: boolean): void => {
        if (isTold) return
        isTold = true
        streaming.delete(cut)
        onExchange(recordedOf({ incoming, address, sent, answer, got, isWhole }))
      }
      const cut = (): void => tell(false)
      streaming.add(cut)
      outgoing.sendDate = false
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders).flat())
      // The head is sent before the first event, which may take long to come.
      outgoing.flushHeaders()
      answer.on('data', (chunk: Buffer) => got.add(chunk))
      answer.on('end', () => {
        outgoing.addTrailers(pairs(answer.rawTrailers))
        tell(true)
      })
      answer.on('close', cut)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
  }

  /** What becomes another protocol is passed on, and not judged. */
  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const headers = pairs(incoming.rawHeaders).filter(([name]) => name.toLowerCase() !== 'host')
    const upstream = send(addressOf(incoming), {
      method: incoming.method,
      headers: [...headers, ['host', base.host]].flat(),
    })
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
    const begin = (answer: IncomingMessage): void => {
      const lines = pairs(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
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

  // Uploads and streams take as long as they take.
  const server = createServer({ requestTimeout: 0 }, pass).on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const own = server.address() as AddressInfo
  return {
    url: `http://${own.family === 'IPv6' ? `[${own.address}]` : own.address}:${own.port}`,
    async close() {
      for (const cut of [...streaming]) cut()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

/** The first bytes of a body. */
class Kept {
  readonly #most: number
  readonly #chunks: Buffer[] = []
  #size = 0
  isCut = false

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: Buffer): void {
    const room = this.#most - this.#size
    if (room > 0) this.#chunks.push(chunk.subarray(0, room))
    this.#size += Math.min(chunk.length, Math.max(room, 0))
    if (chunk.length > room) this.isCut = true
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

function recordedOf(exchange: {
  readonly incoming: IncomingMessage
  readonly address: URL
  readonly sent: Kept
  readonly answer: IncomingMessage
  readonly got: Kept
  readonly isWhole: boolean
}): Recorded {
  const { incoming, address, sent, answer, got, isWhole } = exchange
  const isCut = got.isCut || !isWhole
  const text = decoded(got.bytes, { codings: answer.headers['content-encoding'], isCut })
  const body = sent.isCut ? undefined : sent.bytes.toString('utf8')
  return {
    request: {
      method: incoming.method ?? 'GET',
      url: address.href,
      headers: Object.fromEntries(
        endToEnd(incoming.rawHeaders)
          .map(([name, value]) => [name.toLowerCase(), value] as const)
          .filter(([name]) => name !== 'content-length'),
      ),
      ...(body !== undefined && body !== '' && { body }),
    },
    status: answer.statusCode ?? 0,
    headers: headersOf(answer),
    ...(text !== undefined && { text }),
    ...(isCut && { isCut }),
  }
}

/** `undefined` for what cannot be decoded: it is passed on, and not judged. */
function decoded(
  bytes: Buffer,
  coding: { readonly codings: string | undefined; readonly isCut: boolean },
): string | undefined {
  try {
    return textOf(bytes, coding)
  } catch {
    return undefined
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs(rawHeaders)) headers.append(name, value)
  return headers
}

/**
 * Headers as they came, without the host, those of the connection and those that the connection names as its own.
 * @param kept of those all the same: a body that is sent in pieces says so.
 */
function endToEnd(raw: readonly string[], kept: readonly string[] = []): [name: string, value: string][] {
  const all = pairs(raw)
  const named = all
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
  return all.filter(([written]) => {
    const name = written.toLowerCase()
    return kept.includes(name) || !(name === 'host' || HOP_BY_HOP.has(name) || named.includes(name))
  })
}

function pairs(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ])
}
