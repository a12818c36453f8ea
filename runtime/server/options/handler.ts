import type { Location, OperationDescriptor } from '../../http/operation.ts'

/** Headers of an answer; a list is sent as that many lines (`Set-Cookie`). */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>

type Values<Req, Key extends PropertyKey> = Key extends keyof Req
  ? Exclude<Req[Key], undefined>
  : Readonly<Record<never, never>>

type MediaTypeOf<Req> = 'mediaType' extends keyof Req
  ? { readonly mediaType: Exclude<Req['mediaType'], undefined> }
  : unknown

/** Items that may be sent all at once come one by one. */
type Received<Body> = [Extract<Body, AsyncIterable<unknown>>] extends [never]
  ? Body
  : Exclude<Body, readonly unknown[]>

/** Names of parameters, by their location. */
type ParameterNames = { readonly [Key in Location]?: string }

/** Parameters of one location, those with a default always there. */
type Filled<Given, Names> = [Names] extends [string]
  ? Given & { readonly [Name in Names & keyof Given]-?: Exclude<Given[Name], undefined> }
  : Given

/**
 * Request as a handler receives it: the documented one after parsing and validation. `path`, `query`,
 * `header` and `cookie` are always there, and so are parameters that have a default, and `mediaType` where
 * the body has several.
 */
export type HandlerRequest<Req, Defaulted extends ParameterNames = Record<never, never>> = Req extends unknown
  ? { readonly [Key in keyof Req as Key extends 'body' ? Key : never]: Received<Req[Key]> } & {
      readonly [Key in Location]: Filled<
        Values<Req, Key>,
        Key extends keyof Defaulted ? Defaulted[Key] : undefined
      >
    } & MediaTypeOf<Req>
  : never

/** A request of those whose body is in one of some media types. */
export type RequestIn<Req, MediaType extends string> = Req extends { readonly mediaType?: infer Own }
  ? [Extract<Own, MediaType>] extends [never]
    ? never
    : Req
  : Req

/**
 * A binary body may be answered piece by piece as well, and so may a text that is not JSON if the
 * response has several media types.
 */
type Binary<Res> = Res extends { readonly body: Blob }
  ? Omit<Res, 'body'> & { readonly body: Blob | Uint8Array | ReadableStream<Uint8Array> }
  : Res extends { readonly body: string; readonly mediaType: `text/${string}` }
    ? Omit<Res, 'body'> & { readonly body: string | ReadableStream<Uint8Array> }
    : Res

/** A handler gives headers by their names, unlike a client, which gets `Headers`. */
type WithoutHeaders<Res> = Res extends { readonly headers: unknown } ? Omit<Res, 'headers'> : Res

/** Headers that are held as something else than text have their own types. */
type GivenHeaders<Res> = Res extends { readonly headers: { readonly '~formats'?: infer Formats } }
  ? [keyof Formats] extends [never]
    ? ResponseHeaders
    : { readonly [Name in keyof Formats]?: NonNullable<Formats[Name]> } & Readonly<
        Record<string, ResponseHeaders[string] | NonNullable<Formats[keyof Formats]>>
      >
  : ResponseHeaders

/** Return type of a handler: a documented status with its body, and headers. */
export type HandlerResponse<Res> = Res extends unknown
  ? Binary<WithoutHeaders<Res>> & { readonly headers?: GivenHeaders<Res> }
  : never

/**
 * Parameters of the request: parsed and validated, without the document's defaults. An
 * absent parameter has no member.
 */
export type GivenParameters<Req> = { readonly [Key in Location]: Values<Req, Key> }

export interface HandlerContext<
  Principal = unknown,
  Tenant = unknown,
  Given = Readonly<Record<Location, object>>,
> {
  /** The request as it came. Its body has been read when the operation has a requestBody. */
  readonly request: Request
  readonly operation: OperationDescriptor
  /**
   * Principal that `authenticate` found; `undefined` if the document lets everyone in and no credentials
   * came.
   */
  readonly principal: Principal
  /**
   * Tenant returned by `authorize` or `authorizeBody`: the organization, account or project in which the
   * caller acts, and as whom.
   */
  readonly tenant: Tenant extends void ? undefined : Tenant
  /** Scopes that the credentials hold. */
  readonly scopes: readonly string[]
  /**
   * Tells given values from defaults: `given.query.limit` is `undefined` if `query.limit` is the document's.
   */
  readonly given: Given
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

/**
 * The code for one operation. It answers a documented response or throws an HttpProblem. `Defaulted` names
 * the parameters that the document has a default for.
 */
export type Handler<Req, Res, Principal, Tenant, Defaulted extends ParameterNames = Record<never, never>> = (
  request: HandlerRequest<Req, Defaulted>,
  context: HandlerContext<Principal, Tenant, GivenParameters<Req>>,
) => HandlerResponse<Res> | Promise<HandlerResponse<Res>>
