import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does work under a key, or joins others who want the same. */
export type SharedWork<Value> = (key: string, work: () => Promise<Value>) => Promise<Value>

/**
 * Lets requests that look up the same thing at the same time share one query. It is not a cache: nobody joins
 * a running query, since its result may be older than the question. One query runs at a time for each key;
 * all requests meanwhile, or in the same turn of the event loop, share the next.
 */
export function shareWork<Value>(): SharedWork<Value> {
  const waiting = new Map<string, Promise<Value>>()
  const running = new Map<string, Promise<void>>()

  async function begin(key: string, work: () => Promise<Value>): Promise<Value> {
    await running.get(key)
    await nextTurn()
    waiting.delete(key)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    running.set(key, ended)
    try {
      return await work()
    } finally {
      running.delete(key)
      resolve()
    }
  }

  return (key, work) => {
    const joined = waiting.get(key)
    if (joined !== undefined) return joined
    const answer = begin(key, work)
    waiting.set(key, answer)
    return answer
  }
}
