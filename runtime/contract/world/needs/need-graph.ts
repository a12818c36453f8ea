/**
 * Tasks, and the tasks for which they wait. There are no cycles, because a need that would close one is
 * rejected.
 */
export class NeedGraph<Task extends string> {
  readonly #needs = new Map<Task, Set<Task>>()
  /** Tasks for which another task waits. */
  readonly #needed = new Set<Task>()

  /**
   * Adds a need, unless it would close a cycle.
   * @returns The cycle: each task waits for the next one, and the last task waits for the first.
   */
  add(task: Task, need: Task): readonly Task[] | undefined {
    const needs = this.#needs.get(task) ?? new Set()
    if (needs.has(need)) return undefined
    const way = task === need || this.#needed.has(task) ? this.#way(need, task) : undefined
    if (way !== undefined) return [task, ...way.slice(0, -1)]
    this.#needs.set(task, needs.add(need))
    this.#needed.add(need)
    return undefined
  }

  /** Returns the tasks on the path from one task to another, including both. */
  #way(from: Task, to: Task): readonly Task[] | undefined {
    const comesFrom = new Map<Task, Task | undefined>([[from, undefined]])
    for (const task of comesFrom.keys()) {
      if (task === to) return wayTo(to, comesFrom)
      for (const next of this.#needs.get(task) ?? []) if (!comesFrom.has(next)) comesFrom.set(next, task)
    }
    return undefined
  }
}

function wayTo<Task>(last: Task, comesFrom: ReadonlyMap<Task, Task | undefined>): readonly Task[] {
  const way: Task[] = []
  for (let task: Task | undefined = last; task !== undefined; task = comesFrom.get(task)) way.unshift(task)
  return way
}
