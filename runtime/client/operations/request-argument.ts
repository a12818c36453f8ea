declare const nothing: unique symbol

/**
 * The request of an operation that has no parameters and no body: `{}`. Options of one call, such as its
 * `signal`, are the argument after it: `call({}, { signal })`. TypeScript accepts any value for the type
 * `{}`; the member, which nobody can name, makes it refuse those that have members.
 */
export interface NoRequest {
  readonly [nothing]?: never
}

/** The request as a call takes it. */
export type RequestOf<Req> = [keyof Req] extends [never] ? NoRequest : Req

/** The request among the arguments of a function: optional where the operation needs none of its members. */
export type RequestArgument<Req> =
  Record<never, never> extends Req ? [request?: RequestOf<Req>] : [request: Req]
