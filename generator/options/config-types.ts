// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { Output } from './config-options.ts'
import type { IdentityConfig, LoginToken, Text } from './credential.ts'

/**
 * A request whose answer has the credential. "{scopes}" in a text of `body` or `form` stands for the scopes, joined
 * by commas; alone in a text of `body` it becomes a list.
 */
export interface LoginConfig {
  /** An operationId, instead of `url` and `method`; it may have no path parameters. */
  readonly operation?: string
  /** Absolute, or below the base URL: "/login". */
  readonly url?: string
  /** Method of the request. Default: POST. */
  readonly method?: string
  /** Headers of the request. */
  readonly headers?: Readonly<Record<string, Text>>
  /** Sent as JSON; an object `{ env: 'NAME' }` anywhere in it stands for a variable's value. */
  readonly body?: unknown
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, Text>>
  /** Where the answer has the token. */
  readonly token: LoginToken
}

/** A token request of an `oauth2` or `openIdConnect` scheme. */
export interface TokenConfig {
  /** The client. */
  readonly clientId?: Text
  /** The client's secret. */
  readonly clientSecret?: Text
  /** The user of the password grant. */
  readonly username?: Text
  /** With a password the password grant is used, without one client credentials. */
  readonly password?: Text
  /** Address of the token request. Default: the document's, for `openIdConnect` the one that discovery names. */
  readonly tokenUrl?: string
  /** Scopes to ask for; the identity `scoped` asks for those that a rule wants. Default: none. */
  readonly scopes?: readonly string[]
}

/** Who sends requests. */
export interface IdentitiesConfig {
  /** Sends all requests that do not need another identity. */
  readonly main?: IdentityConfig
  /** Of another tenant: tries what is not its own. */
  readonly other?: IdentityConfig
  /** Gets credentials with chosen scopes. */
  readonly scoped?: IdentityConfig
}

/** Certificates of a TLS connection: PEM files. */
export interface TlsConfig {
  /** The client's certificate, for `mutualTLS`. */
  readonly certificate?: string
  /** Its key. */
  readonly key?: string
  /** What the key is encrypted with. */
  readonly passphrase?: Text
  /** Authorities that are trusted, instead of those that Node knows. */
  readonly authority?: string
}

/**
 * How `concordat verify` and the generated tests test a server. The environment goes before it, and before that an
 * option of the command line.
 */
export interface VerifyConfig {
  /** Only these operations, by operationId. Also `--operation`. */
  readonly operations?: readonly string[]
  /** Only operations with one of these tags. Also `--tag`. */
  readonly tags?: readonly string[]
  /** Only these rules. Also `--rule`. */
  readonly rules?: readonly string[]
  /**
   * Only findings of these grades: `documented`, `derived` or `decided`, which is what only an overlay states.
   * Default: all; where the command line names overlays, all but `decided`. Also `--grade`, `CONCORDAT_GRADES`.
   */
  readonly grades?: readonly ('documented' | 'derived' | 'decided')[]
  /** Leave these operations out. Also `--skip-operation`. */
  readonly skipOperations?: readonly string[]
  /** Leave operations with one of these tags out. Also `--skip-tag`. */
  readonly skipTags?: readonly string[]
  /** Leave these rules out. Also `--skip-rule`. */
  readonly skipRules?: readonly string[]
  /**
   * Who sends requests, and with which credentials. Also `CONCORDAT_KEY`, `CONCORDAT_CREDENTIAL_<SCHEME>`,
   * `CONCORDAT_OTHER_KEY`, `CONCORDAT_KEY_COMMAND`.
   */
  readonly identities?: IdentitiesConfig
  /**
   * An authentication file of Web Fuzzing Commons: its first user is `main`, its second `other`. Also `--auth-file`.
   */
  readonly authFile?: string
  /** Certificates of the connection. */
  readonly tls?: TlsConfig
  /** Headers that are sent with every request. Also `--header`. */
  readonly headers?: Readonly<Record<string, Text>>
  /**
   * Values of path parameters that can neither be created nor discovered, by name or by collection and name:
   * `persons_id`. Also `--path`, `CONCORDAT_PATH_<PARAMETER>`.
   */
  readonly pathParameters?: Readonly<Record<string, string>>
  /**
   * Paths of items that a run may change and delete, each once, where none can be created: `/pets/7`; all that are
   * given add up. Also `--expendable`, `CONCORDAT_EXPENDABLE`.
   */
  readonly expendable?: readonly string[]
  /** Send nothing but GET, HEAD and OPTIONS. Also `--read-only`. */
  readonly readOnly?: boolean
  /**
   * Change, but never delete, items that the run did not create, where it cannot create its own. Also
   * `--change-existing`.
   */
  readonly changeExisting?: boolean
  /** Requests a second at most. Default: as fast as the server answers. Also `--rate`. */
  readonly rate?: number
  /** Requests under way at once, where none depends on another's answer. Default: 4. Also `--concurrency`. */
  readonly concurrency?: number
  /**
   * Parts of the document that `verify` tests at the same time, each with items of its own. Default: 1. Also
   * `--jobs`.
   */
  readonly jobs?: number
  /** Milliseconds for one request. Default: 10000. Also `--timeout`. */
  readonly timeout?: number
  /** End the run after so many requests; those that clean up come on top. Also `--max-requests`. */
  readonly maxRequests?: number
  /**
   * End the run after so many seconds, or a time as `90s` or `5m`: its clean-up and its report have their part of it.
   * Also `--max-time`.
   */
  readonly maxTime?: number | string
  /**
   * Requests for each operation at most, over all rules; `exhaustive`, in a configuration `Infinity`, sends every
   * case. Default: 80. Also `--budget`, `CONCORDAT_BUDGET`.
   */
  readonly budget?: number
  /** Any text; another one chooses other cases. Also `--seed`, `CONCORDAT_SEED`. */
  readonly seed?: string
  /**
   * Whether members of an answer that its schema does not name are findings. Default: allow. Also
   * `--undocumented-fields`.
   */
  readonly undocumentedFields?: 'allow' | 'report'
  /**
   * The file of known failures, YAML, or JSON by its name: they do not fail the run, but the run fails when one is
   * gone. Also `--baseline`.
   */
  readonly baseline?: string
}

/** One document and where its outputs go. Paths are relative to the configuration file. */
export interface Config {
  /**
   * The OpenAPI document, YAML or JSON; on the command line it takes the place of a configuration. Also `--document`.
   */
  readonly document: string
  /** OpenAPI Overlays 1.0, applied in this order. Also `--overlay`. */
  readonly overlays?: readonly string[]
  /**
   * Folder of the generated files. Default: `generated`, where the command line names the document. Also `--output`.
   */
  readonly output: string
  /** What is generated; `client`, `server` and `contract` bring `types` with them. Default: all. */
  readonly outputs?: readonly Output[]
  /** Name of the function in `client.ts` that makes a client. Default: createClient. */
  readonly name?: string
  /**
   * How generated modules name one another: `./types.ts`, `./types.js` or `./types`. Default: what compiles by the
   * tsconfig.json that counts for the output; without one `.ts`.
   */
  readonly importExtension?: '.ts' | '.js' | ''
  /** How `concordat verify` and the generated tests test a server. */
  readonly verify?: VerifyConfig
}
