import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createApi } from '../harness.ts'

/** What was captured in a test that breaks things, and what came of it. */
export interface Captures {
  readonly accepted: ReadonlySet<string>
  /** Events whose answer was another one, or was lost: they may be stored or not. */
  readonly unknown: ReadonlySet<string>
  /** Sends batches, some of which merge persons, until it is told to stop, or the service is gone. */
  send(url: string, isOver: () => boolean): Promise<void>
  /** @param uuids of all rows that are stored. */
  expectEachOnce(uuids: readonly string[], where: string): void
}

export function createCaptures({
  token,
  random,
  pause = 0,
}: {
  readonly token: string
  readonly random: () => number
  /** Milliseconds between batches. */
  readonly pause?: number
}): Captures {
  const accepted = new Set<string>()
  const unknown = new Set<string>()
  const anyId = () => `id-${Math.floor(random() * 50)}`
  const anyEvent = () => ({
    uuid: randomUUID(),
    distinct_id: anyId(),
    ...(random() < 0.05
      ? { event: '$create_alias', properties: { alias: anyId() } }
      : { event: 'seen', properties: { $set: { last: random() } } }),
  })
  return {
    accepted,
    unknown,
    async send(url, isOver) {
      while (!isOver()) {
        const batch = Array.from({ length: 1 + Math.floor(random() * 20) }, anyEvent)
        const outcome = await createApi(url)
          .post('/batch', { api_key: token, batch })
          .catch(() => undefined)
        for (const { uuid } of batch) (outcome?.status === 200 ? accepted : unknown).add(uuid)
        if (outcome === undefined) return
        await delay(pause)
      }
    },
    expectEachOnce(uuids, where) {
      const known = new Set(uuids)
      const lost = [...accepted].filter((uuid) => !known.has(uuid))
      expect(lost, `lost, ${where}`).toEqual([])
      expect(uuids.length - known.size, `doubled, ${where}`).toBe(0)
      expect(uuids.filter((uuid) => !accepted.has(uuid) && !unknown.has(uuid))).toEqual([])
    },
  }
}
