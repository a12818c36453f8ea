import type { MapBound } from '@concordat/runtime/bounded'
import type { HandlerAnswer } from '@concordat/runtime/server'

/** The response to a request with an idempotency key, kept to repeat it. */
export interface RepeatableAnswer {
  /** The request's query and body, without the contents of files. */
  readonly request: string
  readonly answer: HandlerAnswer
  /** Approximate size of the key, the request and the response together. */
  readonly size: number
}

/** Limits of one tenant's repeatable responses. */
export const REPEATABLE: MapBound<string, RepeatableAnswer> = {
  ...{ most: 1000, mostSize: 2 ** 24 },
  sizeOf: (_, { size }) => size,
}
