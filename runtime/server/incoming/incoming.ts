import type { Bytes } from './read-body.ts'
import type { RequestTarget } from './request-target.ts'

/** A request from any source, with the parts that the server itself needs. */
export interface Incoming {
  /** The request for handlers and hooks. */
  readonly request: Request
  /** The request as the platform creates it, for functions that might pass it on. */
  readonly plainRequest: Request
  readonly method: string
  readonly target: RequestTarget
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /**
   * @param name in lower case. @returns `null` if the header is absent. Several headers with the same name
   * are joined, as in a `Request`.
   */
  header(name: string): string | null
  /**
   * Reads the body up to a limit. The body can be read only once.
   * @throws HttpProblem `body-too-large`, or `malformed-body` if the body is incomplete.
   */
  readBody(maxBytes: number): Bytes | Promise<Bytes>
}
