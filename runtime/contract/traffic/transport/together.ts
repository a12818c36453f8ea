/**
 * Does a task for each item, several at a time, begun in the items' order. After a failure no further one
 * begins, and those under way are waited for: nothing goes on behind the caller's back.
 * @param limit How many are under way at most; 1 or more.
 * @returns The results in the items' order.
 * @throws What the first item that failed threw.
 */
export async function together<Item, Result>(
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
