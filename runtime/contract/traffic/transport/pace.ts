/** Spaces requests evenly in time, even if several wait at once. */
export class Pace {
  readonly #intervalMs: number
  #next = 0

  /** @param rate Requests per second; absent if unlimited. */
  constructor(rate: number | undefined) {
    this.#intervalMs = rate === undefined ? 0 : 1000 / rate
  }

  get isLimited(): boolean {
    return this.#intervalMs > 0
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    if (this.#intervalMs === 0) return
    const now = performance.now()
    const at = Math.max(now, this.#next)
    this.#next = at + this.#intervalMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
}
