// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { LoginToken } from './login-token.ts'
import type { Text } from './secret.ts'

/**
 * A request whose response contains the credential. In `body` and `form`, "{scopes}" stands for the scopes,
 * separated by commas; as an entire string of `body`, for a list.
 */
export interface LoginConfig {
  /** An operationId, instead of `url` and `method`; its path must have no parameters. */
  readonly operation?: string
  /** Absolute, or below the base URL: "/login". */
  readonly url?: string
  /** Method of the request. Default: POST. */
  readonly method?: string
  /** Headers of the request. */
  readonly headers?: Readonly<Record<string, Text>>
  /** Sent as JSON; `{ env: 'NAME' }` in it stands for the variable's value. */
  readonly body?: unknown
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, Text>>
  /** Where the response contains the token. Default: all its cookies, and a CSRF token in each write. */
  readonly token?: LoginToken
  /**
   * The page that shows the CSRF token or sets it as a cookie. Default: the login's own address, then the
   * front page.
   */
  readonly page?: string
}

/** A token request of an `oauth2` or `openIdConnect` scheme. */
export interface TokenConfig {
  /** The client. */
  readonly clientId?: Text
  /** The client's secret. */
  readonly clientSecret?: Text
  /** The user of the password grant. */
  readonly username?: Text
  /** Its password; without one, the run uses client credentials. */
  readonly password?: Text
  /** Address of the token request. Default: the document's, or the one from OpenID discovery. */
  readonly tokenUrl?: string
  /**
   * Scopes to request; the identity `scoped` requests those that a rule needs. Default: those of the
   * document, or none if the server refuses these.
   */
  readonly scopes?: readonly string[]
  /** Further parameters of the token request: `{ audience: "https://api.example.com" }`. */
  readonly parameters?: Readonly<Record<string, Text>>
}
