import type { Incoming } from './incoming.ts'
import { type Bytes, readIncomingBody } from './read-body.ts'
import { type RequestTarget, requestTarget } from './request-target.ts'

/** A request that arrived as a `Request`. */
export class Fetched implements Incoming {
  readonly request: Request
  readonly method: string
  readonly target: RequestTarget

  constructor(request: Request) {
    this.request = request
    this.method = request.method
    this.target = requestTarget(request.url)
  }

  get plainRequest(): Request {
    return this.request
  }

  get signal(): AbortSignal {
    return this.request.signal
  }

  header(name: string): string | null {
    return this.request.headers.get(name)
  }

  readBody(maxBytes: number): Promise<Bytes> {
    return readIncomingBody(this.request, maxBytes)
  }
}
