import { DEFAULT_TIMEOUT_MS, Pace, type Sign, type Tls, transportOf } from '@concordat/contract/access'

/** Answer to a GET. */
export interface Glance {
  /** Address of the request, after redirects within the origin. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * Asks an address once, with the headers that were given and no other credentials; `undefined` when no
 * answer comes that can be read.
 */
export type AskAround = (url: string, accept?: string) => Promise<Glance | undefined>

export interface LookOptions {
  readonly tls?: Tls | undefined
  /** Origin whose requests are signed by `sign`. */
  readonly baseUrl?: string
  readonly sign?: Sign | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Time limit of a request of the run. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds since the process began, after which no answer is waited for. */
  readonly giveUpAt?: number | undefined
  /** Requests a second at most, as in the run. */
  readonly rate?: number | undefined
  /** Limit of requests of the whole run. */
  readonly maxRequests?: number | undefined
  /** Sent before by another look. */
  readonly sent?: number | undefined
}

const REDIRECTS = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 3

/**
 * Requests that come before a run, to learn what is where; they keep its pace, and count among its requests.
 */
export class LookAround {
  readonly #options: LookOptions
  readonly #pace: Pace
  readonly #late: string[] = []
  /** So far. */
  sent: number

  constructor(options: LookOptions) {
    this.#options = options
    this.#pace = new Pace(options.rate)
    this.sent = options.sent ?? 0
  }

  /** Addresses that had not answered when the time for a request was over. */
  get late(): readonly string[] {
    return this.#late
  }

  get #timeoutMs(): number {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, giveUpAt = Number.POSITIVE_INFINITY } = this.#options
    return Math.min(timeoutMs, Math.floor(giveUpAt - performance.now()))
  }

  readonly ask: AskAround = async (address, accept = 'application/json, */*;q=0.5') => {
    const { maxRequests = Number.POSITIVE_INFINITY } = this.#options
    const transport = transportOf(this.#options)
    let url = new URL(address)
    for (let count = 0; count <= MOST_REDIRECTS && this.sent < maxRequests; count++) {
      const timeoutMs = this.#timeoutMs
      if (timeoutMs <= 0) return undefined
      this.sent++
      await this.#pace.turn()
      const headers = new Headers({ ...this.#options.headers, accept })
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
