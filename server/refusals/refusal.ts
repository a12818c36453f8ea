import { HttpProblem, type ProblemKind } from '@concordat/runtime/server'

/**
 * The reason for rejecting a request. Each part of the service lists its own reasons in its `refusals.ts`.
 */
export interface Reason {
  readonly status: keyof typeof kinds
  /** For programs. */
  readonly code: string
  /** For people. */
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>>
}

const kinds = {
  400: 'invalid-body',
  401: 'credentials-rejected',
  403: 'forbidden',
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'handler-failed',
} as const satisfies Record<number, ProblemKind>

/** An error response that one of the service's rules requires. It can be thrown anywhere below a handler. */
export class Refusal extends HttpProblem {
  override readonly name = 'Refusal'
  declare readonly status: number
  readonly code: string
  /** The property or parameter that has the problem. */
  readonly attr: string | null

  /** @param detail defaults to the reason's detail. */
  constructor(
    { status, code, detail: usual, headers }: Reason,
    attr: string | null = null,
    detail: string = usual,
  ) {
    super({ kind: kinds[status], status, detail, ...(headers && { headers }) })
    this.code = code
    this.attr = attr
  }
}
