import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does work for a key, or shares the work of another call with the same key. */
export type SharedWork<Value> = (key: string, work: () => Promise<Value>) => Promise<Value>

/**
 * Lets simultaneous requests for the same thing share one query. It is not a cache: nobody joins a running
 * query, whose result may be older than the request. One query runs at a time for each key; all requests
 * meanwhile, or in the same turn of the event loop, share the next.
 */
export function shareQueries<Value>(): SharedWork<Value> {
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
