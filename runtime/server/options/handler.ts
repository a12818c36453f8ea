import type { Location, OperationDescriptor } from '../../http/operation.ts'

/**
 * A response's headers. A list is sent as several lines for `Set-Cookie`, and as one line for any other
 * header.
 */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>

type Values<Req, Key extends PropertyKey> = Key extends keyof Req
  ? Exclude<Req[Key], undefined>
  : Readonly<Record<never, never>>

type MediaTypeOf<Req> = 'mediaType' extends keyof Req
  ? { readonly mediaType: Exclude<Req['mediaType'], undefined> }
  : unknown

/** Items are received one by one, even if they can be sent all at once. */
type Received<Body> = [Extract<Body, AsyncIterable<unknown>>] extends [never]
  ? Body
  : Exclude<Body, readonly unknown[]>

/** Parameter names by location. */
type ParameterNames = { readonly [Key in Location]?: string }

/** One location's parameters; those that have a default are always present. */
type Filled<Given, Names> = [Names] extends [string]
  ? Given & { readonly [Name in Names & keyof Given]-?: Exclude<Given[Name], undefined> }
  : Given

/**
 * A handler's request: the documented request after parsing and validation. `path`, `query`, `querystring`,
 * `header` and `cookie` are always present. So are parameters that have a default, and `mediaType` if the
 * body has several media types.
 */
export type HandlerRequest<Req, Defaulted extends ParameterNames = Record<never, never>> = Req extends unknown
  ? { readonly [Key in keyof Req as Key extends 'body' ? Key : never]: Received<Req[Key]> } & {
      readonly [Key in Location]: Filled<
        Values<Req, Key>,
        Key extends keyof Defaulted ? Defaulted[Key] : undefined
      >
    } & MediaTypeOf<Req>
  : never

/** The requests whose body has one of the given media types. */
export type RequestIn<Req, MediaType extends string> = Req extends { readonly mediaType?: infer Own }
  ? [Extract<Own, MediaType>] extends [never]
    ? never
    : Req
  : Req

/**
 * A binary body can also be returned as bytes or a stream, and a `text/…` body as a stream if the response
 * has several media types.
 */
type Binary<Res> = Res extends { readonly body: Blob }
  ? Omit<Res, 'body'> & { readonly body: Blob | Uint8Array | ReadableStream<Uint8Array> }
  : Res extends { readonly body: string; readonly mediaType: `text/${string}` }
    ? Omit<Res, 'body'> & { readonly body: string | ReadableStream<Uint8Array> }
    : Res

/** Omits the headers in the form that clients get, `Headers`, because a handler returns headers by name. */
type WithoutHeaders<Res> = Res extends { readonly headers: unknown } ? Omit<Res, 'headers'> : Res

/** Headers whose format is not plain text have their own types. */
type GivenHeaders<Res> = Res extends { readonly headers: { readonly '~formats'?: infer Formats } }
  ? [keyof Formats] extends [never]
    ? ResponseHeaders
    : { readonly [Name in keyof Formats]?: NonNullable<Formats[Name]> } & Readonly<
        Record<string, ResponseHeaders[string] | NonNullable<Formats[keyof Formats]>>
      >
  : ResponseHeaders

/** A handler's return type: a documented status with its body and headers. */
export type HandlerResponse<Res> = Res extends unknown
  ? Binary<WithoutHeaders<Res>> & { readonly headers?: GivenHeaders<Res> }
  : never

/**
 * The request's parameters, parsed and validated, without the document's defaults. An absent parameter has no
 * property.
 */
export type GivenParameters<Req> = { readonly [Key in Location]: Values<Req, Key> }

export interface HandlerContext<
  Principal = unknown,
  Tenant = unknown,
  Given = Readonly<Record<Location, object>>,
> {
  /**
   * The original request. If the operation has a requestBody that is not a stream, the body has been read.
   */
  readonly request: Request
  readonly operation: OperationDescriptor
  /**
   * The principal from `authenticate`; `undefined` if the document needs no credentials and none were sent.
   */
  readonly principal: Principal
  /**
   * Tenant returned by `authorize` or `authorizeBody`: the organization, account or project in which the
   * caller acts, with the caller's role.
   */
  readonly tenant: Tenant extends void ? undefined : Tenant
  /** Scopes of the credentials. */
  readonly scopes: readonly string[]
  /**
   * Distinguishes given values from defaults: `given.query.limit` is `undefined` if `query.limit` comes from
   * the document's default.
   */
  readonly given: Given
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/**
 * The code for one operation. It returns a documented response or throws an HttpProblem. `Defaulted` contains
 * the names of the parameters that have a default in the document.
 */
export type Handler<Req, Res, Principal, Tenant, Defaulted extends ParameterNames = Record<never, never>> = (
  request: HandlerRequest<Req, Defaulted>,
  context: HandlerContext<Principal, Tenant, GivenParameters<Req>>,
) => HandlerResponse<Res> | Promise<HandlerResponse<Res>>
