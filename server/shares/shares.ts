/** Places for work that many want to do, a few for each of them. */
export interface Shares {
  /**
   * Does work of somebody when one of their places is free, in the order of asking.
   * @param whose a name of who wants it.
   * @throws what `refuse` makes, when that takes too long.
   */
  pass<Value>(whose: string, work: () => Promise<Value>): Promise<Value>
}

/** Load of one party: its work under way, and the work that waits for the end of that. */
interface Share {
  busy: number
  readonly waiting: Set<() => void>
}

export interface SharesOptions {
  /** Concurrent work of one key. */
  readonly places: number
  /** Milliseconds that more work waits. */
  readonly patience: number
  /** Makes the error after that. */
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

  /** The place goes to the next who waits without becoming free, so that nobody slips in between. */
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
