import type { IncomingMessage } from 'node:http'
import { mayHaveBody } from '../../http/method.ts'
import type { Incoming } from '../incoming/incoming.ts'
import { type Bytes, NOTHING, readIncomingBody } from '../incoming/read-body.ts'
import type { RequestTarget } from '../incoming/request-target.ts'
import type { MessageUrl } from './message-url.ts'
import { NodeRequest, type Original } from './node-request.ts'
import { type MessageSource, readMessage } from './read-message.ts'

/** A request from Node. The server reads the parts that it needs directly from the message. */
export class NodeIncoming implements Incoming, Original, MessageSource {
  readonly message: IncomingMessage
  readonly method: string
  readonly target: RequestTarget
  readonly request: Request
  isTaken = false
  isWhole = false
  readonly #front: NodeRequest
  readonly #url: MessageUrl
  #controller: AbortController | undefined
  #isGone = false

  constructor(message: IncomingMessage, url: MessageUrl) {
    this.message = message
    this.method = message.method ?? 'GET'
    this.target = url.target
    this.#url = url
    this.#front = new NodeRequest(this)
    this.request = this.#front as unknown as Request
  }

  get url(): string {
    const { origin, rest } = this.#url
    return origin + rest
  }

  get plainRequest(): Request {
    return NodeRequest.behind(this.#front)
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#isGone) this.#controller.abort(gone())
    }
    return this.#controller.signal
  }

  /** Reports that the client disconnected before its response was complete. */
  abort(): void {
    this.#isGone = true
    this.#controller?.abort(gone())
  }

  header(name: string): string | null {
    const { rawHeaders } = this.message
    let found: string | null = null
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const given = rawHeaders[index] ?? ''
      if (given.length !== name.length || given.toLowerCase() !== name) continue
      const value = rawHeaders[index + 1] ?? ''
      found = found === null ? value : `${found}${name === 'cookie' ? '; ' : ', '}${value}`
    }
    return found
  }

  readBody(maxBytes: number): Bytes | Promise<Bytes> {
    const made = NodeRequest.made(this.#front)
    if (made !== undefined) return readIncomingBody(made, maxBytes)
    this.isTaken = true
    return mayHaveBody(this.method) ? readMessage(this, maxBytes) : NOTHING
  }
}

function gone(): Error {
  return new DOMException('The client has disconnected.', 'AbortError')
}
