// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { LoginToken } from './login-token.ts'
import type { Text } from './secret.ts'

/**
 * A request whose response contains the credential. In `body` and `form`, "{scopes}" is replaced by the
 * scopes, separated by commas. A string in `body` that consists only of "{scopes}" is replaced by an array of
 * them.
 */
export interface LoginConfig {
  /** An operationId, instead of `url` and `method`; its path must have no parameters. */
  readonly operation?: string
  /** Absolute, or relative to the base URL: "/login". */
  readonly url?: string
  /** Method of the request. Default: POST. */
  readonly method?: string
  /** Headers of the request. */
  readonly headers?: Readonly<Record<string, Text>>
  /** Sent as JSON, where `{ env: 'NAME' }` stands for the variable's value. */
  readonly body?: unknown
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, Text>>
  /** Where the response contains the token. Default: all its cookies, with a CSRF token in each write. */
  readonly token?: LoginToken
  /**
   * The page that shows the CSRF token or sets it as a cookie. Default: the login address, then the front
   * page.
   */
  readonly page?: string
}

/** A token request for an `oauth2` or `openIdConnect` scheme. */
export interface TokenConfig {
  /** The client. */
  readonly clientId?: Text
  /** The client's secret. */
  readonly clientSecret?: Text
  /** The user for the password grant. */
  readonly username?: Text
  /** The user's password; without one, the run uses client credentials. */
  readonly password?: Text
  /** Address of the token request. Default: the document's, or the one from OpenID discovery. */
  readonly tokenUrl?: string
  /**
   * Scopes to request; the `scoped` identity requests those that a rule needs. Default: the document's
   * scopes, or none if the server refuses them.
   */
  readonly scopes?: readonly string[]
  /** Additional token request parameters: `{ audience: "https://api.example.com" }`. */
  readonly parameters?: Readonly<Record<string, Text>>
}
