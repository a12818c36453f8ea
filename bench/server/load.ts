import { connect } from 'node:net'
import type { Subject } from './subjects.ts'

/** A response as it was received. */
export interface Answer {
  readonly status: number
  readonly body: string
}

const HEAD_END = '\r\n\r\n'

/**
 * The first response in the text received on a connection, and its length; `undefined` while it is
 * incomplete.
 */
function answerIn(text: string): (Answer & { readonly length: number }) | undefined {
  const headEnd = text.indexOf(HEAD_END)
  if (headEnd === -1) return undefined
  const head = text.slice(0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`The response does not state its length:\n${head}`)
  const end = headEnd + HEAD_END.length + Number(length)
  if (text.length < end) return undefined
  return { status: Number(head.slice(9, 12)), body: text.slice(headEnd + HEAD_END.length, end), length: end }
}

/** Sends one request on a new connection. */
export async function ask(port: number, request: string): Promise<Answer> {
  let answer: Answer | undefined
  await converse(port, (send) => {
    send(request)
    return (given) => {
      answer = given
      return false
    }
  })
  if (answer === undefined) throw new Error('The server closed the connection without a response.')
  return answer
}

export interface LoadOptions {
  readonly port: number
  readonly count: number
  /** Connections, each with one request in progress. */
  readonly concurrency: number
  readonly signal: AbortSignal
}

/**
 * Sends a subject's requests in turn over persistent connections, and checks each response.
 * @returns the milliseconds that each request took.
 * @throws Error for an unexpected response.
 */
export async function putLoad(
  { requests }: Subject,
  { port, count, concurrency, signal }: LoadOptions,
): Promise<readonly number[]> {
  using _awake = stayAwake()
  const times: number[] = []
  let sent = 0
  const connection = () =>
    converse(port, (send) => {
      let begin = 0
      let expected = ''
      const next = (): boolean => {
        signal.throwIfAborted()
        if (sent >= count) return false
        const request = requests[sent++ % requests.length]
        if (request === undefined) return false
        expected = request.answer
        begin = performance.now()
        send(request.text)
        return true
      }
      if (!next()) return undefined
      return ({ status, body }) => {
        times.push(performance.now() - begin)
        if (status !== 200 || body !== expected)
          throw new Error(`Expected 200 ${expected}, but the response was ${status} ${body}`)
        return next()
      }
    })
  await Promise.all(Array.from({ length: concurrency }, connection))
  return times
}

/**
 * Keeps this process awake while it waits for responses. If a response found the client asleep, the system
 * would charge the server for waking it up. A slower server would be charged more often, regardless of its
 * own work.
 */
function stayAwake(): Disposable {
  let isOver = false
  const turn = (): void => {
    if (!isOver) setImmediate(turn)
  }
  turn()
  return {
    [Symbol.dispose]: () => {
      isOver = true
    },
  }
}

/** Receives a response. Returns true to keep the connection open. */
type Listener = (answer: Answer) => boolean

/** Communicates on one connection until either side closes it. */
function converse(
  port: number,
  begin: (send: (text: string) => void) => Listener | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let listener: Listener | undefined
    let received = ''
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('connect', () => {
      listener = begin((text) => socket.write(text))
      if (listener === undefined) socket.end()
    })
    socket.on('data', (chunk) => {
      received += chunk
      try {
        const answer = answerIn(received)
        if (answer === undefined) return
        received = received.slice(answer.length)
        if (listener?.(answer) !== true) socket.end()
      } catch (error) {
        socket.destroy()
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
