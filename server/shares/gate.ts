/** Lets a few in at a time. */
export interface Gate {
  /**
   * Does work when there is a place for it, in the order of asking.
   * @throws what `refuse` makes, at once, when too many wait already.
   */
  pass<Value>(work: () => Promise<Value>): Promise<Value>
}

/** @param limits how many may work at once, how many more may wait, and what the next one is told. */
export function createGate(limits: {
  readonly places: number
  readonly waiting: number
  readonly refuse: () => Error
}): Gate {
  const queue: (() => void)[] = []
  let free = limits.places

  /** The place goes to the next who waits without becoming free, so that nobody slips in between. */
  function leave(): void {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    async pass(work) {
      if (free > 0) free--
      else if (queue.length < limits.waiting) await new Promise<void>((resolve) => queue.push(resolve))
      else throw limits.refuse()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
