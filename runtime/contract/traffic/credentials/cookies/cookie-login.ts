import { mayRefuseFor, mediaTypeEssence, refusesFor } from '@concordat/runtime/http'
import { TargetError } from '../../../data/outcome/target-error.ts'
import { askServer, type HttpConnection, type Question, Refused, type Reply } from '../../transport/ask.ts'
import { CookieSession } from './cookie-session.ts'
import {
  asksForLoginPassword,
  type CsrfToken,
  carriesCsrfToken,
  hiddenLoginFields,
  tokenInAnswer,
  tokenInCookies,
} from './csrf.ts'
import { CookieJar } from './jar.ts'

interface CookieLogin {
  /** The cookie that the security scheme requires. */
  readonly cookie?: string | undefined
  /**
   * The page with the CSRF token, if it is not at the login's own address. The URL is absolute or relative to
   * the base URL.
   */
  readonly page?: string | undefined
}

/**
 * Paths that are requested for a token if the login page has none: the front page, and the path that Laravel
 * uses.
 */
const PAGES = ['/', '/sanctum/csrf-cookie']
const FORM = 'application/x-www-form-urlencoded'

/**
 * Logs in like a browser: requests the login page, which may set a CSRF token, sends the token with the
 * login, and keeps the cookies.
 * @throws TargetError if the server rejects the login or sets no cookie.
 */
export async function logInWithCookies(
  question: Question,
  { cookie, page }: CookieLogin,
  connection: HttpConnection,
): Promise<CookieSession> {
  const visit = new Visit(question, connection)
  const pages = page === undefined ? [question.url, ...PAGES] : [page]
  for (const [index, address] of pages.entries()) {
    await visit.look(PAGES.includes(address) ? new URL(address, connection.baseUrl).href : address)
    const isLast = index === pages.length - 1
    const reply = await visit.enter().catch((error: unknown) => {
      if (isLast || visit.token !== undefined || !isForged(error)) throw error
    })
    if (reply === undefined) continue
    visit.expectEntered(reply, cookie)
    if (visit.needsNewToken) await visit.look(nextPage(reply))
    return new CookieSession(visit.jar, { cookie, token: visit.token })
  }
  throw new TargetError(`${question.purpose} failed.`)
}

/** The current state of one login. */
class Visit {
  readonly jar = new CookieJar()
  readonly #question: Question
  readonly #connection: HttpConnection
  /** A token from a page or from the response to the login. A token in a cookie is read again each time. */
  #shown: CsrfToken | undefined
  #page: Reply | undefined

  constructor(question: Question, connection: HttpConnection) {
    this.#question = question
    this.#connection = connection
  }

  get token(): CsrfToken | undefined {
    return tokenInCookies(this.jar) ?? this.#shown
  }

  /**
   * True if the token does not come from a cookie, and a page was requested. Servers that show a token in a
   * page create another one after the login.
   */
  get needsNewToken(): boolean {
    return this.#shown !== undefined && this.#shown === this.token && this.#page !== undefined
  }

  /** Requests a page. An error response is ignored. */
  async look(url: string): Promise<void> {
    const headers = { accept: 'text/html, application/json;q=0.9, */*;q=0.5', ...this.#cookies() }
    const reply = await askServer(
      { purpose: this.#question.purpose, url, method: 'GET', headers },
      this.#connection,
    ).catch((error: unknown) => {
      if (error instanceof Refused) return undefined
      throw error
    })
    if (reply === undefined) return
    this.#page = reply
    this.#learn(reply)
  }

  /** Sends the login itself. */
  async enter(): Promise<Reply> {
    const { body, headers = {}, ...rest } = this.#question
    const { token } = this
    const reply = await askServer(
      {
        ...rest,
        headers: {
          ...this.#cookies(),
          ...(token !== undefined && { [token.header]: token.value }),
          ...(this.#page !== undefined && { referer: this.#page.url }),
          ...headers,
        },
        body: this.#withHidden(body, headers),
      },
      this.#connection,
    )
    this.#learn(reply)
    return reply
  }

  /** @throws TargetError if the response shows the form again, or if the cookie is missing. */
  expectEntered({ url, headers, text }: Reply, cookie: string | undefined): void {
    const { purpose, method } = this.#question
    const isForm = mediaTypeEssence(headers.get('content-type')) === 'text/html' && asksForLoginPassword(text)
    if (isForm)
      throw new TargetError(
        `${purpose} failed: ${method} ${url} returned the login form again. Fix: correct the user name and password, or the field names.`,
      )
    const isKnown =
      cookie === undefined ? !this.jar.names.every(carriesCsrfToken) : this.jar.names.includes(cookie)
    if (!isKnown)
      throw new TargetError(
        `${purpose} failed: the response to ${method} ${url} sets no ${cookie === undefined ? 'session cookie' : `cookie "${cookie}"`}. Fix: correct the address, or set "token" to where the response contains the credential.`,
      )
  }

  #learn(reply: Reply): void {
    this.jar.take(reply.headers)
    this.#shown = tokenInAnswer(reply) ?? this.#shown
  }

  #cookies(): Readonly<Record<string, string>> {
    return this.jar.header === '' ? {} : { cookie: this.jar.header }
  }

  /** Adds the page's hidden fields to a form. */
  #withHidden(body: string | undefined, headers: Readonly<Record<string, string>>): string | undefined {
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    if (body === undefined || this.#page === undefined || mediaTypeEssence(type ?? '') !== FORM) return body
    const fields = new URLSearchParams(body)
    for (const [name, value] of Object.entries(hiddenLoginFields(this.#page.text, [...fields.keys()])))
      if (!fields.has(name)) fields.set(name, value)
    return fields.toString()
  }
}

/**
 * Returns the page that a browser would show now. If that page is on another server, which gets no cookies,
 * returns the URL of the response instead.
 */
function nextPage({ url, headers }: Reply): string {
  const next = URL.parse(headers.get('location') ?? '', url)
  return next?.origin === new URL(url).origin ? next.href : url
}

/** True if a login may have been rejected because of a missing token. A 401 concerns the password instead. */
function isForged(error: unknown): boolean {
  return (
    error instanceof Refused && mayRefuseFor(error.status, 'caller') && !refusesFor(error.status, 'caller')
  )
}
