/** Does work under a key, or joins others who want the same. */
export type SharedWork<Value> = (key: string, work: () => Promise<Value>) => Promise<Value>

interface Running<Value> {
  /** Resolves, and never rejects, when the work under way ends. */
  readonly ended: Promise<void>
  /** What those get who asked since it began. */
  next?: Promise<Value>
}

/**
 * Lets requests that look up the same thing at the same time share one query. It is no cache: work that was under way
 * already is not joined, for what it found may have changed before the question; all who ask meanwhile share the next.
 */
export function shareWork<Value>(): SharedWork<Value> {
  const running = new Map<string, Running<Value>>()

  async function start(key: string, work: () => Promise<Value>): Promise<Value> {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const entry: Running<Value> = { ended }
    running.set(key, entry)
    try {
      return await work()
    } finally {
      if (entry.next === undefined) running.delete(key)
      resolve()
    }
  }

  return (key, work) => {
    const entry = running.get(key)
    if (entry === undefined) return start(key, work)
    entry.next ??= entry.ended.then(() => start(key, work))
    return entry.next
  }
}
