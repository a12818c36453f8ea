import { DEFAULT_TIMEOUT_MS, Pace, type Sign, type Tls, transportOf } from '@concordat/contract/access'

/** Answer to a GET. */
export interface ServerGlance {
  /** URL after redirects within the origin. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * Sends a GET to a URL, with the configured headers and `more`, and follows redirects within the origin;
 * `undefined` if there is no readable response.
 */
export type AskAround = (
  url: string,
  accept?: string,
  more?: Readonly<Record<string, string>>,
) => Promise<ServerGlance | undefined>

export interface LookOptions {
  readonly tls?: Tls | undefined
  /** Origin of the requests that `sign` signs. */
  readonly baseUrl?: string
  readonly sign?: Sign | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Timeout of a request. */
  readonly timeoutMs?: number | undefined
  /** Time at which to stop waiting, in milliseconds since the process started. */
  readonly giveUpAt?: number | undefined
  /** Maximum number of requests per second, as in the run. */
  readonly rate?: number | undefined
  /** Maximum number of requests in the whole run. */
  readonly maxRequests?: number | undefined
  /** Number of requests that were already sent to explore the server. */
  readonly sent?: number | undefined
}

const REDIRECTS = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 3

/**
 * Sends requests before a run to explore the server; they respect the run's rate limit and count towards its
 * maximum.
 */
export class LookAround {
  readonly #options: LookOptions
  readonly #pace: Pace
  readonly #late: string[] = []
  /** Number so far. */
  sent: number

  constructor(options: LookOptions) {
    this.#options = options
    this.#pace = new Pace(options.rate)
    this.sent = options.sent ?? 0
  }

  /** Addresses that timed out. */
  get late(): readonly string[] {
    return this.#late
  }

  /** The option whose limit has ended the exploration. */
  get endedBy(): '--max-time' | '--max-requests' | undefined {
    if (this.#timeoutMs <= 0) return '--max-time'
    return this.sent >= this.#most ? '--max-requests' : undefined
  }

  get #most(): number {
    return this.#options.maxRequests ?? Number.POSITIVE_INFINITY
  }

  get #timeoutMs(): number {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, giveUpAt = Number.POSITIVE_INFINITY } = this.#options
    return Math.min(timeoutMs, Math.floor(giveUpAt - performance.now()))
  }

  readonly ask: AskAround = async (address, accept = 'application/json, */*;q=0.5', more = {}) => {
    const transport = transportOf(this.#options)
    let url = new URL(address)
    for (let count = 0; count <= MOST_REDIRECTS && this.sent < this.#most; count++) {
      const timeoutMs = this.#timeoutMs
      if (timeoutMs <= 0) return undefined
      this.sent++
      await this.#pace.turn()
      const headers = new Headers({ ...this.#options.headers, accept, ...more })
      const time = AbortSignal.timeout(timeoutMs)
      const answer = await transport({ method: 'GET', url, headers }, time).catch(() => undefined)
      if (answer === undefined || answer.unreadable !== undefined) {
        if (time.aborted) this.#late.push(url.href)
        return undefined
      }
      const next = URL.parse(answer.headers.get('location') ?? '', url)
      const isOwn = REDIRECTS.includes(answer.status) && next?.origin === url.origin
      if (!isOwn || next === null) return { url: url.href, ...answer }
      url = next
    }
    return undefined
  }
}
