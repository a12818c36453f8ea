/**
 * Runs a task for each item, several at a time, starting them in order. After a failure, no further task
 * begins, and those in progress are awaited, so that nothing continues after the call returns.
 * @param limit Maximum number of tasks in progress; 1 or more.
 * @returns The results, in the order of the items.
 * @throws The error of the first item that failed.
 */
export async function runTogether<Item, Result>(
  limit: number,
  items: readonly Item[],
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const failures = new Map<number, unknown>()
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.size === 0) {
      const index = next++
      try {
        results[index] = await task(items[index] as Item, index)
      } catch (error) {
        failures.set(index, error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()))
  return results
}

/**
 * Runs one task after another, in the order in which they arrive, except during a race. A server that stores
 * several writes at the same time can lose some of them, or damage what it already had.
 */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve()
  #races = 0

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#races > 0) return task()
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Until `work` ends, tasks run as soon as they arrive. */
  async race<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#races++
    try {
      return await work()
    } finally {
      this.#races--
    }
  }
}
