import { assertRange } from '../http/range.ts'
import type { CredentialSet, SecurityScheme } from './credentials.ts'
import type { Middleware } from './middleware.ts'

/** How a client reaches one service. */
export interface ClientOptions<Credentials extends object = CredentialSet> {
  /** "https://api.example.com/v1"; may end in "/". In a browser it may be relative to the page. */
  readonly baseUrl: string
  readonly credentials?: Credentials | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one attempt, reading the answer included, if it is no stream. Absent: as long as `fetch` waits. */
  readonly timeoutMs?: number | undefined
  /** Stand around every call, the first the outermost: `retry()`, `refresh()`, your own. */
  readonly middlewares?: readonly Middleware[] | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** The options where the document names an absolute server, which is then the default. */
export interface DefaultedClientOptions<Credentials extends object = CredentialSet>
  extends Omit<ClientOptions<Credentials>, 'baseUrl'> {
  readonly baseUrl?: string | undefined
}

/** What one call may change. */
export interface CallOptions<MediaType extends string = never> {
  /** A media type that the document gives the success, in place of JSON. */
  readonly accept?: MediaType | undefined
  /** Ends the call; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  /** Win over everything else, credentials included. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Stand inside the client's. */
  readonly middlewares?: readonly Middleware[] | undefined
  /**
   * How often in a row server-sent events are asked for again, from the last one on, when they break off or end. Default: 5 times when they
   * break off, where the operation is safe and the events have ids; never after their end.
   */
  readonly reconnects?: number | undefined
  readonly baseUrl?: string | undefined
}

/** What a client knows of the whole document, printed by the generator: data, and the functions that send credentials. */
export interface ClientDocument {
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  /** The range of this package that it was printed for: "0.2". */
  readonly runtime?: string
}

/** A service as the operations see it. */
export interface Client {
  readonly options: ClientOptions<object>
  readonly schemes: Readonly<Record<string, SecurityScheme>>
}

/**
 * Makes a client for one service.
 * @throws TypeError when the base URL holds a user or password: it would be in every error and log. Error when the document
 *   was printed for another range of this package.
 */
export function createClient<Credentials extends object>(
  options: ClientOptions<Credentials>,
  { securitySchemes = {}, runtime }: ClientDocument = {},
): Client {
  assertRange(runtime)
  if (/^[a-z][\w+.-]*:\/\/[^/?#]*@/i.test(options.baseUrl)) {
    throw new TypeError('The base URL holds a user name or password. Expected: them in "credentials".')
  }
  return { options, schemes: securitySchemes }
}
