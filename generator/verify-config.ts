/** A text, or the name of the environment variable that holds it: secrets belong in the second. */
export type Text = string | { readonly env: string }

/** Why a credential is asked for. */
export interface HookRequest {
  /** Name of the security scheme. */
  readonly scheme: string
  /** What the credential must hold, and nothing else; absent for `main` and `other`. */
  readonly scopes?: readonly string[] | undefined
}

/** Where the answer of a login has the token: a JSON Pointer ("/token"), a header or a cookie. */
export type LoginToken =
  | { readonly pointer: string }
  | { readonly header: string }
  | { readonly cookie: string }

/**
 * A request whose answer has the credential. Its `body` is JSON, `form` is form-encoded. "{scopes}" in a text of them stands for
 * the scopes, joined by commas; alone in a text of `body` it becomes a list.
 */
export interface LoginConfig {
  /** An operationId, instead of `url` and `method`. It may have no path parameters. */
  readonly operation?: string
  /** Absolute, or below the base URL: "/login". */
  readonly url?: string
  /** Default: POST. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, Text>>
  /** An object `{ env: "NAME" }` anywhere in it stands for a variable's value. */
  readonly body?: unknown
  readonly form?: Readonly<Record<string, Text>>
  readonly token: LoginToken
}

/** A token request of an `oauth2` or `openIdConnect` scheme. */
export interface TokenConfig {
  readonly clientId?: Text
  readonly clientSecret?: Text
  /** With a password the password grant, without one client credentials. */
  readonly username?: Text
  readonly password?: Text
  /** Default: the document's, for `openIdConnect` the one that discovery names. */
  readonly tokenUrl?: string
  /** Default: none is asked for. The identity `scoped` asks for those that a rule wants. */
  readonly scopes?: readonly string[]
}

/**
 * How a credential for one security scheme is had: a value, user and password of `http` `basic`, what a shell command prints
 * ("{scopes}" stands for the scopes, joined by commas), a login, a token request, or a function. All but the first two are
 * asked again when a credential that worked is refused with 401.
 */
export type CredentialConfig =
  | Text
  | { readonly username: Text; readonly password: Text }
  | { readonly command: string }
  | { readonly login: LoginConfig }
  | { readonly oauth: TokenConfig }
  | ((request: HookRequest) => string | Promise<string>)

/** Credentials by security scheme. */
export type IdentityConfig = Readonly<Record<string, CredentialConfig>>

/** Certificates of a TLS connection: PEM files. */
export interface TlsConfig {
  /** The client's certificate and its key, for `mutualTLS`. */
  readonly certificate?: string
  readonly key?: string
  readonly passphrase?: Text
  /** Authorities that are trusted, instead of those that Node knows. */
  readonly authority?: string
}

/**
 * How `concordat verify` and the generated tests test a server. Paths are relative to the configuration file; the environment
 * goes first, and before it an option of the command line.
 */
export interface VerifyConfig {
  /** Who sends requests: `main` all; `other`, of another tenant, tries what is not its own; `scoped` gets chosen scopes. */
  readonly identities?: {
    readonly main?: IdentityConfig
    readonly other?: IdentityConfig
    readonly scoped?: IdentityConfig
  }
  /** An authentication file of Web Fuzzing Commons: its first user is `main`, its second `other`. */
  readonly authFile?: string
  readonly tls?: TlsConfig
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, Text>>
  /** Values of path parameters, by name or by collection and name ("persons_id"). */
  readonly pathParameters?: Readonly<Record<string, string>>
  /** Paths of items that a run may change and delete, each once: "/api/projects/7/persons/17". */
  readonly expendable?: readonly string[]
  readonly operations?: readonly string[]
  readonly tags?: readonly string[]
  readonly rules?: readonly string[]
  readonly grades?: readonly string[]
  readonly skipOperations?: readonly string[]
  readonly skipTags?: readonly string[]
  readonly skipRules?: readonly string[]
  /** Send nothing but GET, HEAD and OPTIONS. */
  readonly readOnly?: boolean
  /** Change, but never delete, items that the run did not create, where it cannot create its own. */
  readonly changeExisting?: boolean
  /** Whether answers may have members that their schema does not name. Default: "allow", as JSON Schema does. */
  readonly undocumentedFields?: 'allow' | 'report'
  /** Requests a second at most. */
  readonly rate?: number
  /** Requests under way at once, where none depends on another's answer. Default: 4. */
  readonly concurrency?: number
  /** Parts of the document that `verify` tests at the same time, each with items of its own. Default: 1. */
  readonly jobs?: number
  /** Milliseconds for one request. Default: 10,000. */
  readonly timeout?: number
  /** After so many requests the run ends; those that clean up come on top. */
  readonly maxRequests?: number
  /** Requests for each operation at most, over all rules; `Infinity` sends every case. Default: 80. */
  readonly budget?: number
  readonly seed?: string
  /** The file of known failures: YAML, or JSON by its name. */
  readonly baseline?: string
}
