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

/**
 * @param limits the concurrent work of one key, the milliseconds that more work
 * waits, and the refusal after that.
 */
export function createShares({
  places,
  patience,
  refuse,
}: {
  readonly places: number
  readonly patience: number
  readonly refuse: () => Error
}): Shares {
  const shares = new Map<string, Share>()

  async function enter(share: Share): Promise<void> {
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
  function leave(whose: string, share: Share): void {
    const [next] = share.waiting
    if (next !== undefined) {
      share.waiting.delete(next)
      next()
      return
    }
    share.busy -= 1
    if (share.busy === 0) shares.delete(whose)
  }

  return {
    async pass(whose, work) {
      const share = shares.get(whose) ?? { busy: 0, waiting: new Set() }
      shares.set(whose, share)
      await enter(share)
      try {
        return await work()
      } finally {
        leave(whose, share)
      }
    },
  }
}
