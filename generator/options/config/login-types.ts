// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { LoginToken } from './login-token.ts'
import type { Text } from './secret.ts'

/**
 * A request whose response contains the credential. In `body` and `form`, "{scopes}" stands for the scopes,
 * separated by commas; a string in `body` that consists only of "{scopes}" becomes an array.
 */
export interface LoginConfig {
  /** An operationId, instead of `url` and `method`; its path must have no parameters. */
  readonly operation?: string
  /** A URL, absolute or relative to the base URL: "/login". */
  readonly url?: string
  /** The HTTP method. Default: POST. */
  readonly method?: string
  /** Request headers. */
  readonly headers?: Readonly<Record<string, Text>>
  /** A body to send as JSON; `{ env: 'NAME' }` stands for the variable's value. */
  readonly body?: unknown
  /** Fields to send form-encoded. */
  readonly form?: Readonly<Record<string, Text>>
  /** The location of the token in the response. Default: all cookies, with a CSRF token in each write. */
  readonly token?: LoginToken
  /**
   * The page that shows the CSRF token or sets it as a cookie. Default: the login URL, then `/`, then
   * `/sanctum/csrf-cookie`.
   */
  readonly page?: string
}

/** A token request for an `oauth2` or `openIdConnect` scheme. */
export interface TokenConfig {
  /** The client id. */
  readonly clientId?: Text
  /** The client secret. */
  readonly clientSecret?: Text
  /** The user for the password grant. */
  readonly username?: Text
  /** The password; without one, the run uses the client credentials grant. */
  readonly password?: Text
  /** The token endpoint. Default: the document's, or the URL that OpenID discovery returns. */
  readonly tokenUrl?: string
  /**
   * Scopes to request, except for the `scoped` identity. Default: the document's scopes, or none if the
   * server rejects them.
   */
  readonly scopes?: readonly string[]
  /** More parameters: `{ audience: "https://api.example.com" }`. */
  readonly parameters?: Readonly<Record<string, Text>>
}
