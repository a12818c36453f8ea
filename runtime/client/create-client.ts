import type { SecuritySchemeDescriptor } from '../http/operation.ts'
import { assertRange } from '../http/range.ts'
import type { CredentialSet, Keyring } from './credentials.ts'
import type { Middleware } from './middleware.ts'

/** How a client reaches one service. */
export interface ClientOptions<Credentials extends object = CredentialSet> {
  /** "https://api.example.com/v1"; may end in "/". In a browser it may be relative to the page. */
  readonly baseUrl: string
  readonly credentials?: Credentials | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one attempt, reading the answer included. Absent: as long as `fetch` waits. */
  readonly timeoutMs?: number | undefined
  /** How often an idempotent call is repeated after a network failure, a timeout, or 429, 502, 503 or 504. Default: 2. */
  readonly retries?: number | undefined
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
  /** Counts for this call whatever its method: repeating a POST is the caller's decision. */
  readonly retries?: number | undefined
  readonly baseUrl?: string | undefined
}

/** What a client knows of the whole document. Data only, printed by the generator. */
export interface ClientDocument {
  readonly securitySchemes?: Readonly<Record<string, SecuritySchemeDescriptor>>
  /** The range of this package that it was printed for: "0.2". */
  readonly runtime?: string
}

/** A service as the operations see it. */
export interface Client {
  readonly options: ClientOptions<object> & { readonly retries: number }
  readonly keyring: Keyring
  /** In the order of `use`. */
  readonly middlewares: readonly Middleware[]
  /** Adds middlewares, each inside those before it. */
  use(...middlewares: Middleware[]): void
}

/**
 * Makes a client for one service.
 * @throws TypeError when the base URL holds a user or password: it would be in every error and log. Error when the document
 *   was printed for another range of this package.
 */
export function createClient<Credentials extends object>(
  options: ClientOptions<Credentials>,
  document: ClientDocument = {},
): Client {
  assertRange(document.runtime)
  if (/^[a-z][\w+.-]*:\/\/[^/?#]*@/i.test(options.baseUrl)) {
    throw new TypeError('The base URL holds a user name or password. Expected: them in "credentials".')
  }
  const middlewares: Middleware[] = []
  return {
    options: { ...options, retries: options.retries ?? 2 },
    keyring: {
      schemes: document.securitySchemes ?? {},
      credentials: (options.credentials ?? {}) as CredentialSet,
    },
    middlewares,
    use: (...added) => {
      middlewares.push(...added)
    },
  }
}
