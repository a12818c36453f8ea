import { isSafe } from '@concordat/runtime/http'
import { type CsrfToken, tokenInAnswer, tokenInCookies } from './csrf.ts'
import type { CookieJar } from './jar.ts'

/** The parts of a request that a session reads or modifies. */
interface Carrier {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
}

/**
 * A logged-in user, identified by cookies. All requests have the current cookies; writes also have the CSRF
 * token.
 */
export class CookieSession {
  /** The string that represents the session among credentials, even when its cookies change. */
  readonly text: string
  readonly #jar: CookieJar
  #token: CsrfToken | undefined

  /** @param cookie The security scheme's cookie. */
  constructor(
    jar: CookieJar,
    { cookie, token }: { readonly cookie?: string | undefined; readonly token?: CsrfToken | undefined } = {},
  ) {
    this.#jar = jar
    this.#token = token
    this.text = (cookie === undefined ? undefined : jar.get(cookie)) ?? jar.header
  }

  /** Strings that must not appear in any record. */
  get secrets(): readonly string[] {
    const value = this.#csrf?.value
    return value === undefined ? this.#jar.values : [...this.#jar.values, value]
  }

  carry({ method, url, headers }: Carrier): void {
    const others = headers.get('cookie')
    headers.set('cookie', others === null ? this.#jar.header : `${others}; ${this.#jar.header}`)
    const token = this.#csrf
    if (isSafe(method) || token === undefined) return
    headers.set(token.header, token.value)
    // Over TLS, some servers require a referer for writes.
    headers.set('referer', `${url.origin}/`)
  }

  /** Stores the cookies and tokens from a response to one of this session's requests. */
  learn(headers: Headers): void {
    this.#jar.take(headers)
    this.#token = tokenInAnswer({ headers, text: '' }) ?? this.#token
  }

  get #csrf(): CsrfToken | undefined {
    return tokenInCookies(this.#jar) ?? this.#token
  }
}
