// Written by "npm run docs" from the declarations beside it. Do not edit.
import type { LoginToken } from './login-token.ts'
import type { Text } from './secret.ts'

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
  /**
   * Where the answer has the token. Default: all cookies that it sets, and a token against forgery (CSRF) in each
   * request that writes.
   */
  readonly token?: LoginToken
  /**
   * Of a login that sets cookies, what gives the token against forgery: a page, or an address that sets it as a
   * cookie. Default: the login's own address, then the front page.
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
  /** With a password the password grant is used, without one client credentials. */
  readonly password?: Text
  /** Address of the token request. Default: the document's, for `openIdConnect` the one that discovery names. */
  readonly tokenUrl?: string
  /**
   * Scopes to ask for; the identity `scoped` asks for those that a rule wants. Default: those that the document's
   * operations list, or none where the server refuses these.
   */
  readonly scopes?: readonly string[]
}
