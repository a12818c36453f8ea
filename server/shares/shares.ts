/** Limits concurrent work to a few places for each key. */
export interface Shares {
  /**
   * Runs the given work as soon as its key has a free place, in the order of the calls.
   * @param whose the key.
   * @throws the error from `refuse` if the wait takes too long.
   */
  pass<Value>(whose: string, work: () => Promise<Value>): Promise<Value>
}

interface Share {
  busy: number
  readonly waiting: Set<() => void>
}

export interface SharesOptions {
  /** Maximum number of concurrent calls per key. */
  readonly places: number
  /** Time that further calls wait, in milliseconds. */
  readonly patience: number
  /** Creates the error for a call that has waited too long. */
  readonly refuse: () => Error
}

export function createShares(options: SharesOptions): Shares {
  return new LimitedShares(options)
}

class LimitedShares implements Shares {
  readonly #options: SharesOptions
  readonly #shares = new Map<string, Share>()

  constructor(options: SharesOptions) {
    this.#options = options
  }

  async pass<Value>(whose: string, work: () => Promise<Value>): Promise<Value> {
    const share = this.#shares.get(whose) ?? { busy: 0, waiting: new Set() }
    this.#shares.set(whose, share)
    await this.#enter(share)
    try {
      return await work()
    } finally {
      this.#leave(whose, share)
    }
  }

  async #enter(share: Share): Promise<void> {
    const { places, patience, refuse } = this.#options
    if (share.busy < places) {
      share.busy += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      share.waiting.delete(resolve)
      reject(refuse())
    }, patience)
    share.waiting.add(resolve)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** The place passes directly to the next waiting call, so that no other call can take it. */
  #leave(whose: string, share: Share): void {
    const [next] = share.waiting
    if (next !== undefined) {
      share.waiting.delete(next)
      next()
      return
    }
    share.busy -= 1
    if (share.busy === 0) this.#shares.delete(whose)
  }
}
