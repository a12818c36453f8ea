import type { IncomingMessage } from 'node:http'
import { mayHaveBody } from '../../http/method.ts'

/** Source of a `Request`. */
export interface Original {
  readonly message: IncomingMessage
  readonly method: string
  readonly url: string
  readonly signal: AbortSignal
  /** True if the server itself has begun to read the body. */
  readonly isTaken: boolean
}

/**
 * A lightweight `Request` with method, URL, headers and signal. Accessing any other member creates the real
 * `Request`, which takes longer than everything else in most requests.
 */
export class NodeRequest {
  readonly #original: Original
  #headers: Headers | undefined
  #request: Request | undefined

  constructor(original: Original) {
    this.#original = original
  }

  get method(): string {
    return this.#original.method
  }

  get url(): string {
    return this.#original.url
  }

  get signal(): AbortSignal {
    return this.#original.signal
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#original.message)
    return this.#headers
  }

  /** The real `Request`, created on first use. */
  static behind(front: NodeRequest): Request {
    front.#request ??= makeRequest(front.#original, front.headers)
    return front.#request
  }

  /** The real `Request`, if it has been created; it might hold the body. */
  static made(front: NodeRequest): Request | undefined {
    return front.#request
  }
}

/**
 * Forwards all other members to the real `Request`. Node loads its implementation, about 17 MB, when the name
 * `Request` is first used, so the name is used only on demand.
 */
const rest = new Proxy(
  {},
  {
    getPrototypeOf: () => Request.prototype,
    has: (_, name) => name in Request.prototype,
    get(_, name, front: NodeRequest) {
      if (!(name in Request.prototype)) return undefined
      const request = NodeRequest.behind(front)
      const member: unknown = Reflect.get(request, name)
      return typeof member === 'function' ? member.bind(request) : member
    },
  },
)
Object.setPrototypeOf(NodeRequest.prototype, rest)

/** The headers without HTTP/2 pseudo-headers. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}

function makeRequest({ message, method, url, signal, isTaken }: Original, headers: Headers): Request {
  if (method === 'TRACE') {
    // The platform cannot create a request with this method, so define the method afterwards.
    return Object.defineProperty(new Request(url, { headers, signal }), 'method', { value: method })
  }
  if (!mayHaveBody(method)) return new Request(url, { method, headers, signal })
  const body = isTaken ? new Uint8Array(0) : bodyOf(message)
  const request = new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
  // Read the empty body now, so that code that asks for the body later gets an error: the real body has
  // already been read.
  if (isTaken) void request.arrayBuffer()
  return request
}

/**
 * A body whose cancellation only stops reading, because destroying the message would close the connection
 * before the response is sent.
 */
function bodyOf(message: IncomingMessage): BodyInit {
  const read = rawBodyOf(message)
  if (read !== undefined) return read
  const { ReadableStream } = process.getBuiltinModule('node:stream/web')
  return ReadableStream.from<Uint8Array>(message.iterator({ destroyOnReturn: false })) as BodyInit
}

/** The bytes of a body that the framework's parser has read and kept. */
export function rawBodyOf(message: IncomingMessage): Uint8Array<ArrayBuffer> | undefined {
  return 'rawBody' in message && message.rawBody instanceof Buffer
    ? (message.rawBody as Buffer<ArrayBuffer>)
    : undefined
}
