import { request } from 'node:http'
import { connect } from 'node:net'
import type { Has } from './limits.ts'

/** A request as it is sent. */
export interface Sent {
  /** Default: POST. */
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Size of the unpacked body in bytes. Default: the size of `body`. */
  readonly unpacked?: number
  /** True to send each byte of the body in a separate chunk. Default: false. */
  readonly isScattered?: boolean
}

/** An attack: its requests, the expected statuses, and limits for its cost. */
export interface Attempt {
  readonly name: string
  /** Default: nothing. */
  readonly has?: Has
  /** Expected statuses for each of the requests. */
  readonly statuses: readonly number[]
  /**
   * Number of parts of each request that are handled individually, such as events or stream items. Default:
   * 0.
   */
  readonly parts?: number
  /** CPU seconds that all requests together may take. Default: calculated from `limits`. */
  readonly mostProcessor?: number
  /**
   * True if a server may respond and close the connection before it has read the whole body. Default: false.
   */
  readonly mayClose?: boolean
  /** Number of copies of each request that are sent concurrently. Default: 1. */
  readonly copies?: number
  /**
   * Creates the requests. They are sent one after another, but the copies of each request are sent
   * concurrently.
   */
  readonly make: () => Iterable<Sent>
}

/** The outcome of an attempt. */
export interface Tried {
  readonly tried: number
  /** Outcomes that differ from the expected ones, each listed once. */
  readonly wrong: readonly string[]
  /** MB (2^20) of decompressed request bodies and of responses as sent. */
  readonly megabytes: number
}

interface Answer {
  /** The status, or why there is none. */
  readonly status: string
  readonly bytes: number
}

/** Matches errors of a sender that is still writing when the other side closes the connection. */
const CLOSED = /EPIPE|ECONNRESET|socket hang up/

/** Time limit for a response in milliseconds. A response that takes longer counts as wrong. */
const PATIENCE_MS = 60_000

/** Sends all requests of an attempt to a server. */
export async function sendAll(
  url: string,
  { statuses, mayClose = false, copies = 1, make }: Attempt,
): Promise<Tried> {
  const wrong = new Set<string>()
  let tried = 0
  let bytes = 0
  for (const sent of make()) {
    const body = sent.isScattered ? scattered(sent) : Buffer.from(sent.body ?? '')
    const one = sent.isScattered ? sendScattered : send
    const answers = await Promise.all(Array.from({ length: copies }, () => one(url, { ...sent, body })))
    for (const { status, bytes: answered } of answers) {
      const isClosed = mayClose && CLOSED.test(status)
      if (!isClosed && !statuses.includes(Number(status))) wrong.add(status)
      bytes += answered
    }
    tried += copies
    bytes += copies * Math.max(sent.unpacked ?? 0, body.length)
  }
  return { tried, wrong: [...wrong], megabytes: bytes / 2 ** 20 }
}

/** Encodes a body in chunks of one byte each. */
function scattered({ body = '' }: Sent): Buffer {
  const chunks = Buffer.from(body.toString('latin1').replace(/./gs, '1\r\n$&\r\n'), 'latin1')
  return Buffer.concat([chunks, Buffer.from('0\r\n\r\n')])
}

async function sendScattered(
  url: string,
  { method = 'POST', path, headers = {}, body = '' }: Sent,
): Promise<Answer> {
  const all = { host: new URL(url).host, 'transfer-encoding': 'chunked', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = await sendRaw(url, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  return { status, bytes: 0 }
}

/** Sends a request. If there is no response, the status is the message of the connection error. */
function send(
  url: string,
  { method = 'POST', path, headers = {}, body = Buffer.alloc(0) }: Sent,
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      url + path,
      {
        method,
        headers: { 'content-length': body.length, ...headers },
        agent: false,
        timeout: PATIENCE_MS,
      },
      (response) => {
        let bytes = 0
        const end = (): void => resolve({ status: String(response.statusCode), bytes })
        response.on('data', (data: Buffer) => {
          bytes += data.length
        })
        response.on('end', end).on('error', end)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => resolve({ status: error.message, bytes: 0 }))
    sent.end(body)
  })
}

/**
 * Sends bytes unchanged. @returns the status of the first response, "" if the other side closed the
 * connection without one, or "no answer" after a timeout.
 */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let isSilent = false
  socket.setTimeout(PATIENCE_MS, () => {
    isSilent = true
    socket.destroy()
  })
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (head: string) => resolve(head))
    socket.once('close', () => resolve(''))
  })
  socket.destroy()
  return isSilent ? 'no answer' : (answer.split(' ', 2)[1] ?? '')
}
