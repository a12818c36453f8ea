/** Limits the number of concurrent calls. */
export interface Gate {
  /**
   * Runs the given work as soon as there is a free place, in the order of the calls.
   * @throws the error from `refuse`, immediately, if too many calls are already waiting.
   */
  pass<Value>(work: () => Promise<Value>): Promise<Value>
}

/** @param limits maximum numbers of concurrent and waiting calls, and the error for any further call. */
export function createShareGate(limits: {
  readonly places: number
  readonly waiting: number
  readonly refuse: () => Error
}): Gate {
  const queue: (() => void)[] = []
  let free = limits.places

  /** The place passes directly to the next waiting call, so that no other call can take it. */
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
