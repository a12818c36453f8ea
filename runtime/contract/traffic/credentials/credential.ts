import type { CookieSession } from './cookies/cookie-session.ts'

/** Request to a source of credentials. */
export interface CredentialRequest {
  /** Name of the security scheme. */
  readonly scheme: string
  /**
   * The scopes that the credential must hold, and no others; absent where whatever the source usually gives
   * will do.
   */
  readonly scopes?: readonly string[] | undefined
}

/** Gets a credential: asked once, and again when the server refuses with 401 what it took before. */
export interface CredentialSource {
  (request: CredentialRequest): Promise<string | CookieSession>
  /** Its cookies go with every request, where no security scheme of the document has its name. */
  readonly isLogin?: true
}

/**
 * A bearer token or API key as it is, "user:password" for `http` `basic`; or a source of it. `mutualTLS`
 * needs none: its certificate belongs to the target.
 */
export type Credential = string | CredentialSource

/** One member for each security scheme that somebody has a credential for. */
export type CredentialSet = Readonly<Record<string, Credential>>
