declare const nothing: unique symbol

/**
 * Request for an operation without parameters or body: `{}`. Call options such as `signal` are the next
 * argument: `call({}, { signal })`. The type `{}` accepts any value, so an inaccessible member makes
 * TypeScript reject objects with members.
 */
export interface NoRequest {
  readonly [nothing]?: never
}

/** The request of a call. */
export type RequestOf<Req> = [keyof Req] extends [never] ? NoRequest : Req

/** The request as a function argument. It is optional if the operation requires none of its members. */
export type RequestArgument<Req> =
  Record<never, never> extends Req ? [request?: RequestOf<Req>] : [request: Req]
