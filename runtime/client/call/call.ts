import type { SerializedBody } from '../../http/serialize-body.ts'
import type { CredentialSet, Outgoing, SecurityScheme } from '../credentials/credentials.ts'
import type { CallContext } from '../errors/errors.ts'
import type { ClientOperation } from './client-operation.ts'

/** Options of a client for one service. */
export interface ClientOptions<Credentials extends object = CredentialSet> {
  /** The service's address: "https://api.example.com/v1". In a browser it may be relative to the page. */
  readonly baseUrl: string
  /**
   * Credentials by the names of the document's security schemes: strings, or
   * functions called for each request.
   */
  readonly credentials?: Credentials | undefined
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Milliseconds for one attempt, including reading the response unless it is a stream.
   * Default: no limit but that of `fetch`.
   */
  readonly timeoutMs?: number | undefined
  /** Functions that wrap every call, the first one outermost: `retry()`, `refresh()`, your own. */
  readonly middlewares?: readonly Middleware[] | undefined
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** The options of a client whose document has an absolute server, which is the default. */
export interface DefaultedClientOptions<Credentials extends object = CredentialSet, Variables = never>
  extends Omit<ClientOptions<Credentials>, 'baseUrl'> {
  /**
   * The service's address. In a browser it may be relative to the page. Default: the document's first server.
   */
  readonly baseUrl?: string | undefined
  /** Values for the variables of that server's URL. Default: those in the document. */
  readonly server?: Variables | undefined
}

/** Options of one call. */
export interface CallOptions<MediaType extends string = never> {
  /** The media type of the success to request. Default: JSON, if the document has it. */
  readonly accept?: MediaType | undefined
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for one attempt. Default: that of the client. */
  readonly timeoutMs?: number | undefined
  /** Headers that replace all others, including credentials. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Middlewares that run inside those of the client. */
  readonly middlewares?: readonly Middleware[] | undefined
  /**
   * Maximum number of consecutive reconnects of a stream of server-sent events. Default: 5 after a break, if
   * the operation is safe and the events have ids; never after the end.
   */
  readonly reconnects?: number | undefined
  /** Another address for this call. Default: that of the client. */
  readonly baseUrl?: string | undefined
}

/** A service, as operations use it. */
export interface Client {
  readonly options: ClientOptions<object>
  readonly schemes: Readonly<Record<string, SecurityScheme>>
}

/** A request of any operation. The generated types say which members each has. */
export interface OperationRequest {
  readonly path?: object
  readonly query?: object
  readonly querystring?: object
  readonly header?: object
  readonly cookie?: object
  readonly body?: unknown
  readonly mediaType?: string
}

/** One call of an operation. */
export interface Call {
  readonly client: Client
  readonly operation: ClientOperation
  readonly parts: Parts
  readonly request: OperationRequest
  readonly options: CallOptions<string>
  /** The `Accept` header; empty: none. */
  readonly accept: string
  /** Replaces path and query: the next page of a list, on the same origin. */
  readonly url?: string | undefined
}

/** A written call being sent. Its `url` has no credentials. */
export interface Sending extends CallContext {
  readonly call: Call
  /** Headers of the header parameters; names in lower case. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Cookie parameters, as the value of the header. */
  readonly cookies: string | undefined
  readonly body: SerializedBody | undefined
  /** URL and headers as they were first sent, credentials included. */
  outgoing?: Outgoing
  /** The time limit of the last attempt. */
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
   * URL as requested: before redirects, with credentials in the query. In a browser it may be relative to the
   * page.
   */
  readonly url: string
}

/** Passes a request to the next middleware, and finally to the service. Rejects if no answer comes. */
export type Next = (request: Request) => Promise<Response>

/**
 * Wraps a call whose request has its credentials. It returns the answer from `next` or a replacement; or it
 * answers without calling `next`. It may call `next` several times, each time with an unsent request
 * (`request.clone()`). An error that it throws rejects the call unchanged.
 */
export type Middleware = (request: Request, next: Next, sending: Sending) => Promise<Response>

/**
 * Functions that only some operations need. The generated client passes them only to these, so that a bundle
 * contains only what its operations use. Without any, an operation takes single values in its path, pairs in
 * its query and a JSON body, and returns all of its content at once.
 */
export interface Parts {
  /** Finds an operation's own server: `ownServer`. */
  readonly server?: (call: Call) => string
  /** Writes a path with arrays, objects or other styles: `writePath`. */
  readonly path?: (call: Call) => string
  /**
   * Writes the query: `writeJsonQuery`, `writeQuery` for all styles, `writeQuerystring` for a parameter that
   * is the whole query.
   */
  readonly query?: (call: Call) => string
  /** Writes header parameters by lower-case name: `writePlainHeaders`, or `writeHeaders` for all styles. */
  readonly headers?: (call: Call) => Readonly<Record<string, string>>
  /** Writes the value of the `Cookie` header, which may be empty: `writeCookies`. */
  readonly cookies?: (call: Call) => string
  /**
   * Writes a body that is not `application/json`: `writeJson` for others of its kind, `writeWhole`,
   * `writeFormBody` or `writeBody` by what the content has, or `writeItems` if one is a stream.
   */
  readonly body?: (call: Call) => SerializedBody
  /**
   * Reads the body: `readItems` if that of a success is a stream, `readOctets` if one is octets whatever its
   * media type, `readText` if one is text. An error that it throws becomes a NetworkError or TimeoutError, if
   * it is not a ClientError.
   */
  readonly read?: (response: Response, sending: Sending) => Promise<unknown>
  /** Creates the time limit of an attempt: `deadline`, with `readItems`. */
  readonly deadline?: (milliseconds: number) => AbortSignal
  /** Converts values that have formats, `clientFormats`, and names of parameters, `clientNames`. */
  readonly formats?: ClientFormats
  /**
   * Parses JSON in which numbers have formats: `parseExactJson`, which keeps the
   * digits that a number would round.
   */
  readonly parseJson?: (text: string) => unknown
  /**
   * Rejects a success in a media type that was not requested: `checkMediaType`, if an operation has several.
   */
  readonly check?: (call: Call, answer: Answer) => void
  /** Members of lists only: walks through pages. */
  readonly list?: ListPart
  /** Returns the URL of a page if no parameter selects it: `pageUrl`. */
  readonly url?: (client: Client, answer: Answer, next?: unknown) => string
  /** Limits a walk to the number of items that answers state: `countItems`. */
  readonly count?: (first: Call, pages: ListPages) => ListPages
}

/** One page of a list, as a walk reads it. */
export interface ListPage {
  readonly answer: Answer
  readonly body: unknown
  readonly items: readonly unknown[]
}

export type ListPages = AsyncGenerator<ListPage, void, undefined>

/** Conversions of an operation's formats. */
export interface ClientFormats {
  /**
   * The request with its formats written.
   * @throws {SerializationError} if a value cannot be written.
   */
  send(request: OperationRequest): OperationRequest
  /**
   * The answer with its formats parsed.
   * @throws {FormatError} if a value does not have its format.
   */
  receive(answer: Answer): Answer
}

/** Creates the walks through a list's pages: `bodyMembers` and others, one for each style of paging. */
export type ListPart = <Args extends readonly unknown[]>(
  prepare: (...args: Args) => Call,
  unwrap: Unwrap,
) => object

/** Returns the body of a success and throws for anything else. */
export type Unwrap = (call: Call, answer: Answer) => unknown
