import type { ApiError } from './errors.ts'

/** The documented answers of an operation, as the generated types have them. */
export interface DocumentedResponse {
  readonly status: number
  readonly mediaType?: string
  readonly body?: unknown
}

/** The statuses of a union that announce success. */
export type SuccessOf<Status extends number> = Status extends number
  ? `${Status}` extends `2${string}`
    ? Status
    : never
  : never

/** What a call answers: the bodies of the documented successes. */
export type SuccessBody<Res> = Res extends { readonly status: infer Status extends number }
  ? [SuccessOf<Status>] extends [never]
    ? never
    : Res extends { readonly body?: infer Body }
      ? Body
      : undefined
  : never

/** What `result` answers: the union of documented answers, keyed by `status`, with the headers that came. */
export type Result<Res> = Res extends unknown ? Res & { readonly headers: Headers } : never

/** The documented failures as errors, keyed by `status`. */
export type DocumentedError<Res> = Res extends { readonly status: infer Status extends number }
  ? [Exclude<Status, SuccessOf<Status>>] extends [never]
    ? never
    : ApiError<
        Exclude<Status, SuccessOf<Status>>,
        Res extends { readonly body?: infer Body } ? Body : undefined
      >
  : never
