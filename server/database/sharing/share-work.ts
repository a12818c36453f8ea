import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does the work for a key, or shares the work of another call that has the same key. */
export type SharedWork<Value> = (key: string, work: () => Promise<Value>) => Promise<Value>

/**
 * Lets simultaneous requests for the same thing share one query. This is not a cache: no request joins a
 * running query, because its result could be older than the request. Only one query runs at a time for each
 * key; all requests made in the meantime, or in the same turn of the event loop, share the next query.
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
