import type { CookieSession } from './cookies/cookie-session.ts'

/** A request to a credential source. */
export interface CredentialRequest {
  /** The name of the security scheme. */
  readonly scheme: string
  /** The exact scopes that the credential must have; absent if the source's default suffices. */
  readonly scopes?: readonly string[] | undefined
}

/**
 * Provides a credential. Called once, and again whenever the server rejects the previous credential with 401.
 */
export interface CredentialSource {
  (request: CredentialRequest): Promise<string | CookieSession>
  /**
   * True if the source logs in. Its cookies are sent with every request, unless its name in the
   * `CredentialSet` is that of a security scheme in the document.
   */
  readonly isLogin?: true
}

/**
 * A bearer token or API key, "user:password" for `http` `basic`, or a source that provides one of these.
 * `mutualTLS` needs no credential, because its certificate is a setting of the target.
 */
export type Credential = string | CredentialSource

/** One property for each security scheme that has a credential. */
export type CredentialSet = Readonly<Record<string, Credential>>
