import type { SerializedBody } from '../../http/serialize-body.ts'
import type { CredentialSet, Outgoing, SecurityScheme } from '../credentials/credentials.ts'
import type { CallContext } from '../errors/errors.ts'
import type { ClientOperation } from './client-operation.ts'

/** Options for a client of one service. */
export interface ClientOptions<Credentials extends object = CredentialSet> {
  /** The service's URL, such as "https://api.example.com/v1". In a browser it can be relative to the page. */
  readonly baseUrl: string
  /** Credentials by security scheme name: strings, or functions that the client calls for each request. */
  readonly credentials?: Credentials | undefined
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Time limit for one attempt, in milliseconds, including the body unless it is a stream.
   * Default: only the limit of `fetch`.
   */
  readonly timeoutMs?: number | undefined
  /** Functions that wrap every call, such as `retry()` or your own; the first is the outermost. */
  readonly middlewares?: readonly Middleware[] | undefined
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** Options for a client whose document has an absolute server URL, which is the default base URL. */
export interface DefaultedClientOptions<Credentials extends object = CredentialSet, Variables = never>
  extends Omit<ClientOptions<Credentials>, 'baseUrl'> {
  /** The service's URL. In a browser it can be relative to the page. Default: the document's first server. */
  readonly baseUrl?: string | undefined
  /** Values for the variables in the first server's URL. Default: the document's values. */
  readonly server?: Variables | undefined
}

/** Options of one call. */
export interface CallOptions<MediaType extends string = never> {
  /** The media type to request for a successful response. Default: JSON, if the document offers it. */
  readonly accept?: MediaType | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Time limit for one attempt, in milliseconds. Default: the client's limit. */
  readonly timeoutMs?: number | undefined
  /** Headers of this call; each replaces a header of the same name, even a credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Middlewares that run inside the client's middlewares. */
  readonly middlewares?: readonly Middleware[] | undefined
  /**
   * Maximum number of consecutive reconnects to a stream of server-sent events. Default: 5 if the
   * connection broke, the operation is safe and the events have ids; otherwise 0.
   */
  readonly reconnects?: number | undefined
  /** Base URL for this call. Default: the client's base URL. */
  readonly baseUrl?: string | undefined
}

/** A service, in the form that operations need. */
export interface Client {
  readonly options: ClientOptions<object>
  readonly schemes: Readonly<Record<string, SecurityScheme>>
}

/** A request for any operation. The generated types declare which members each operation accepts. */
export interface OperationRequest {
  readonly path?: object
  readonly query?: object
  readonly querystring?: object
  readonly header?: object
  readonly cookie?: object
  readonly body?: unknown
  readonly mediaType?: string
}

/** One call to an operation. */
export interface Call {
  readonly client: Client
  readonly operation: ClientOperation
  readonly parts: Parts
  readonly request: OperationRequest
  readonly options: CallOptions<string>
  /** The `Accept` header; if it is empty, no header is sent. */
  readonly accept: string
  /** URL of a list's next page, on the same origin. It replaces path and query. */
  readonly url?: string | undefined
}

/** A call that has been written and is being sent. Its `url` has no credentials. */
export interface Sending extends CallContext {
  readonly call: Call
  /** Headers for the header parameters, with lower-case names. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Cookie parameters, as a `Cookie` header value. */
  readonly cookies: string | undefined
  readonly body: SerializedBody | undefined
  /** URL and headers as they were first sent, including credentials. */
  outgoing?: Outgoing
  /** The last attempt's time limit. */
  timeout?: AbortSignal
  timeoutMs?: number
}

/** Response to a call, with its body read. */
export interface Answer {
  readonly context: CallContext
  readonly status: number
  readonly headers: Headers
  readonly mediaType: string | undefined
  readonly body: unknown
  /**
   * URL as requested: before redirects, and with credentials in the query. In a browser it can be relative to
   * the page.
   */
  readonly url: string
}

/** Passes a request to the next middleware, and finally to the service. Rejects if there is no response. */
export type Next = (request: Request) => Promise<Response>

/**
 * Wraps a call whose request already has its credentials. It returns the response from `next` or a
 * replacement, or responds without calling `next`. It can call `next` several times, each time with an unsent
 * request (`request.clone()`). An error that it throws rejects the call unchanged.
 */
export type Middleware = (request: Request, next: Next, sending: Sending) => Promise<Response>

/**
 * Functions that only some operations need. The generated client passes them only to those operations, so
 * that a bundle contains only the functions that its operations use. Without any of them, an operation
 * accepts single values in its path, pairs in its query and a JSON body, and returns the content of its
 * response all at once.
 */
export interface Parts {
  /** Finds an operation's own server; set to `ownServer`. */
  readonly server?: (call: Call) => string
  /** Writes a path with arrays, objects or other styles; set to `writePath`. */
  readonly path?: (call: Call) => string
  /**
   * Writes the query. Set to `writeJsonQuery` or `writeJoinedQuery` for common cases, to `writeQuery` for all
   * styles, or to `writeQuerystring` for a parameter that is the whole query.
   */
  readonly query?: (call: Call) => string
  /**
   * Writes header parameters, keyed by lower-case name. Set to `writePlainHeaders`, or to `writeHeaders` for
   * all styles.
   */
  readonly headers?: (call: Call) => Readonly<Record<string, string>>
  /** Writes the value of the `Cookie` header, which can be empty; set to `writeCookies`. */
  readonly cookies?: (call: Call) => string
  /**
   * Writes a body that is not `application/json`. Set to the smallest writer that supports the media types,
   * such as `writeJson` or `writeFields`, or to `writeItems` if one media type is a stream.
   */
  readonly body?: (call: Call) => SerializedBody
  /**
   * Reads the body. Set to `readItems` if a response is a stream; otherwise to `readOctets` if one is octets
   * regardless of its media type, or to `readText` if one is text. An error that it throws becomes a
   * NetworkError, a TimeoutError or the caller's abort reason, unless it is a ClientError.
   */
  readonly read?: (response: Response, sending: Sending) => Promise<unknown>
  /** Creates the time limit for an attempt. Set to `deadline` when `readItems` is used. */
  readonly deadline?: (milliseconds: number) => AbortSignal
  /** Converts formatted values (`clientFormats`) and parameter names (`clientNames`). */
  readonly formats?: ClientFormats
  /**
   * Parses JSON in which numbers have formats. Set to `parseExactJson`, which keeps digits that a number
   * would lose by rounding.
   */
  readonly parseJson?: (text: string) => unknown
  /**
   * Rejects a success in a media type that was not requested. Set to `checkMediaType` if the document has
   * media types that a plain call does not request.
   */
  readonly check?: (call: Call, answer: Answer) => void
  /** Walks through pages. Only lists have it. */
  readonly list?: ListPart
  /** Returns a page's URL if no parameter selects the page; set to `pageUrl`. */
  readonly url?: (client: Client, answer: Answer, next?: unknown) => string
  /** Compares the number of items in a walk with the total that responses state; set to `countItems`. */
  readonly count?: (first: Call, pages: ListPages) => ListPages
}

/** One page of a list, as read by a walk. */
export interface ListPage {
  readonly answer: Answer
  readonly body: unknown
  readonly items: readonly unknown[]
}

export type ListPages = AsyncGenerator<ListPage, void, undefined>

/** Conversions for an operation's formats. */
export interface ClientFormats {
  /**
   * Returns the request with its formatted values written.
   * @throws {SerializationError} if a value cannot be written.
   */
  send(request: OperationRequest): OperationRequest
  /**
   * Returns the response with its formatted values parsed.
   * @throws {FormatError} if a value does not have its format.
   */
  receive(answer: Answer): Answer
}

/**
 * Creates the functions that walk through a list's pages. Each paging style has its own function, such as
 * `bodyMembers`.
 */
export type ListPart = <Args extends readonly unknown[]>(
  prepare: (...args: Args) => Call,
  unwrap: Unwrap,
) => object

/** Returns the body of a successful response and throws for any other response. */
export type Unwrap = (call: Call, answer: Answer) => unknown
