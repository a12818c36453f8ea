import type { ApiError } from '../errors/errors.ts'

/** A documented response of an operation, in the form of the generated types. */
export interface DocumentedResponse {
  readonly status: number
  readonly mediaType?: string
  readonly body?: unknown
}

/** The success statuses in a union. */
export type SuccessOf<Status extends number> = Status extends number
  ? `${Status}` extends `2${string}`
    ? Status
    : never
  : never

/** The media types whose bodies are JSON values. */
export type JsonMediaType = `${'application/json' | 'text/json' | `${string}+json`}${'' | `;${string}`}`

/** The media types from which a call can choose: those of the successful responses. */
export type SuccessMediaType<Res> = Res extends {
  readonly status: infer Status extends number
  readonly mediaType: infer MediaType extends string
}
  ? [SuccessOf<Status>] extends [never]
    ? never
    : MediaType
  : never

/**
 * For each status, the responses in a requested media type or, if there are none, all responses with that
 * status.
 */
type AskedFor<Res, Accept, All = Res> = Res extends {
  readonly status: infer Status
  readonly mediaType: infer MediaType
}
  ? MediaType extends Accept
    ? Res
    : [Extract<All, { readonly status: Status; readonly mediaType: Accept }>] extends [never]
      ? Res
      : never
  : Res

declare const plain: unique symbol

/**
 * Represents calls that choose no media type. It is part of the constraint on `Accept`, so that `ReturnType`,
 * which replaces `Accept` with its constraint, returns the type of a plain call. No code can write this type.
 */
export type PlainCall = string & { readonly [plain]: never }

/**
 * Return type of a call: the bodies of the documented successes in the chosen media type or, if none is
 * chosen, in JSON.
 */
export type SuccessBody<Res, Accept = never> = BodyOf<
  AskedFor<Res, [Accept] extends [never] ? JsonMediaType : PlainCall extends Accept ? JsonMediaType : Accept>
>

type BodyOf<Res> = Res extends { readonly status: infer Status extends number }
  ? [SuccessOf<Status>] extends [never]
    ? never
    : Res extends { readonly body?: infer Body }
      ? Body
      : undefined
  : never

/** Return type of `result`: documented responses by `status`, with the received headers. */
export type Result<Res> = Res extends { readonly headers: unknown }
  ? Res
  : Res extends unknown
    ? Res & { readonly headers: Headers }
    : never

/**
 * The documented failures as errors, which can be distinguished by `status`; any error if the document
 * declares no failures.
 */
export type DocumentedError<Res> = [FailureOf<Res>] extends [never] ? ApiError : FailureOf<Res>

type FailureOf<Res> = Res extends { readonly status: infer Status extends number }
  ? [Exclude<Status, SuccessOf<Status>>] extends [never]
    ? never
    : ApiError<
        Exclude<Status, SuccessOf<Status>>,
        Res extends { readonly body?: infer Body } ? Body : undefined
      >
  : never
