import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { transportFailure } from './failure.ts'
import type { Transport } from './transport.ts'

/**
 * The connection for requests that obtain credentials. These requests are not part of the run and are not
 * counted.
 */
export interface HttpConnection {
  /** Base of relative URLs. */
  readonly baseUrl: string
  /** Milliseconds for one request. */
  readonly timeoutMs: number
  readonly transport: Transport
}

/** A request for a credential. */
export interface Question {
  /** Purpose of the request, for error messages: 'The login of "main"'. */
  readonly purpose: string
  /** The URL, which is absolute or relative to the base URL. */
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

/** A successful response that was read completely. */
export interface Reply {
  readonly url: string
  readonly headers: Headers
  readonly text: string
}

/** Thrown if the server responded with a status of 400 or above. */
export class Refused extends TargetError {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/**
 * Thrown if the server closed the connection of this request. The server might still respond to other
 * requests.
 */
export class HungUp extends TargetError {}

/**
 * Sends a request.
 * @throws TargetError if no readable response is received, `HungUp` if the server closes the connection, or
 * `Refused` if the status of the response is 400 or above.
 */
export async function askServer(question: Question, connection: HttpConnection): Promise<Reply> {
  const { purpose, method, headers = {}, body } = question
  const url = absolute(question, connection)
  const signal = AbortSignal.timeout(connection.timeoutMs)
  const request = {
    method,
    url: new URL(url),
    headers: new Headers(headers),
    ...(body !== undefined && { body }),
  }
  try {
    const answer = await connection.transport(request, signal)
    if (answer.unreadable !== undefined)
      throw new TargetError(`${purpose} failed: ${method} ${url} returned ${answer.unreadable}.`)
    // Redirects are accepted too, because the response to a login form is a redirect with a cookie.
    if (answer.status < 400) return { url, headers: answer.headers, text: answer.text }
    throw new Refused(
      `${purpose} failed: ${method} ${url} returned ${`${answer.status} ${exchangeExcerpt(answer.text)}`.trim()}.`,
      answer.status,
    )
  } catch (error) {
    if (error instanceof TargetError) throw error
    const { reason, fix = '', isThere } = transportFailure(error, connection.timeoutMs)
    const Failure = isThere ? HungUp : TargetError
    throw new Failure(`${purpose} failed at ${method} ${url}: ${reason}. ${fix}`.trim(), {
      cause: error,
    })
  }
}

/**
 * A path is relative to the base URL, like the paths in the document. A path that already includes the base
 * path is relative to the origin.
 */
function absolute({ purpose, url }: Question, { baseUrl }: HttpConnection): string {
  if (URL.canParse(url)) return url
  const { pathname = '' } = URL.parse(baseUrl) ?? {}
  if (pathname.length > 1 && url.startsWith(`${pathname.replace(/\/+$/, '')}/`))
    return new URL(url, baseUrl).href
  const whole = `${baseUrl.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`
  if (URL.canParse(whole)) return whole
  throw new TargetError(`${purpose} failed: "${url}" is not a URL. Expected: "https://host/path" or "/path".`)
}
