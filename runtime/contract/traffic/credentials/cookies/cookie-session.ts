import { isSafe } from '@concordat/runtime/http'
import { type CsrfToken, tokenInAnswer, tokenInCookies } from './csrf.ts'
import type { CookieJar } from './jar.ts'

/** The parts of a request that a session writes to. */
interface Carrier {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
}

/**
 * A logged-in user, known by cookies. Requests carry all of them as they are now, and those that write the
 * token against forgery beside them.
 */
export class CookieSession {
  /** Stands for the session among credentials, whatever its cookies become. */
  readonly text: string
  readonly #jar: CookieJar
  #token: CsrfToken | undefined

  /** @param cookie The one that a security scheme names. */
  constructor(
    jar: CookieJar,
    { cookie, token }: { readonly cookie?: string | undefined; readonly token?: CsrfToken | undefined } = {},
  ) {
    this.#jar = jar
    this.#token = token
    this.text = (cookie === undefined ? undefined : jar.get(cookie)) ?? jar.header
  }

  /** Texts that no record may show. */
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
    // Over TLS some servers want to know where a write comes from.
    headers.set('referer', `${url.origin}/`)
  }

  /** Takes what an answer to a request of this session sets anew. */
  learn(headers: Headers): void {
    this.#jar.take(headers)
    this.#token = tokenInAnswer({ headers, text: '' }) ?? this.#token
  }

  get #csrf(): CsrfToken | undefined {
    return tokenInCookies(this.#jar) ?? this.#token
  }
}
