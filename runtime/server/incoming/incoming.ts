import type { Bytes } from './read-body.ts'
import type { RequestTarget } from './request-target.ts'

/** A request as it came, by whatever way: the parts that the server itself needs. */
export interface Incoming {
  /** Request as handlers and hooks get it. */
  readonly request: Request
  /** The same, made by the platform, for functions that may hand it on. */
  readonly plainRequest: Request
  readonly method: string
  readonly target: RequestTarget
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  /**
   * @param name in lower case. @returns `null` when the header did not come; several of one name are
   * joined as a `Request` joins them.
   */
  header(name: string): string | null
  /**
   * The body, and no more of it than is allowed. It can be read once.
   * @throws HttpProblem `body-too-large`, or `malformed-body` when the body breaks off.
   */
  readBody(maxBytes: number): Bytes | Promise<Bytes>
}
