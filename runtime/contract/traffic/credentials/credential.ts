import type { CookieSession } from './cookies/cookie-session.ts'

/** Request to a source of credentials. */
export interface CredentialRequest {
  /** Name of the security scheme. */
  readonly scheme: string
  /** The exact scopes of the credential; absent if the source's default is sufficient. */
  readonly scopes?: readonly string[] | undefined
}

/** Provides a credential: called once, and again after the server refuses the previous one with 401. */
export interface CredentialSource {
  (request: CredentialRequest): Promise<string | CookieSession>
  /** Its cookies are sent with every request if no security scheme of the document has its name. */
  readonly isLogin?: true
}

/**
 * A bearer token or API key, or "user:password" for `http` `basic`; or a source of it. `mutualTLS` needs
 * none: its certificate is a setting of the target.
 */
export type Credential = string | CredentialSource

/** One member for each security scheme with a credential. */
export type CredentialSet = Readonly<Record<string, Credential>>
