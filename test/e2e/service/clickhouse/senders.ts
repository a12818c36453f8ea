import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { seedOfRun } from '../random.ts'

/** Captures events in a service that may die, and keeps the books. */
export interface Senders {
  /** UUIDs of events that were accepted, and of those whose answer was lost or a refusal. */
  readonly accepted: ReadonlySet<string>
  readonly unknown: ReadonlySet<string>
  /** Sends one event of each id. @returns whether there was an answer. */
  capture(url: string, distinctIds: readonly string[]): Promise<boolean>
  /** Sends batches, four at a time, until it is told to stop, or the service is gone. */
  send(url: string, options: { readonly random: () => number; readonly isOver: () => boolean }): Promise<void>
  /** @param stored UUIDs of what has arrived, of each row that there is. */
  expectEachOnce(stored: readonly string[]): void
}

/** @param token of the project that events are captured in. */
export function createSenders(token: string): Senders {
  const accepted = new Set<string>()
  const unknown = new Set<string>()

  async function capture(url: string, distinctIds: readonly string[]): Promise<boolean> {
    const batch = distinctIds.map((distinct_id) => ({ uuid: randomUUID(), event: 'seen', distinct_id }))
    const note = (uuids: Set<string>) => {
      for (const { uuid } of batch) uuids.add(uuid)
    }
    try {
      const body = JSON.stringify({ api_key: token, batch })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/batch`, { method: 'POST', headers, body })
      note(answer.status === 200 ? accepted : unknown)
      return true
    } catch {
      note(unknown)
      return false
    }
  }

  async function sendBatches(url: string, random: () => number, isOver: () => boolean): Promise<void> {
    const anyIds = () =>
      Array.from({ length: 1 + Math.floor(random() * 20) }, () => `id-${Math.floor(random() * 50)}`)
    while (!isOver()) if (!(await capture(url, anyIds()))) return
  }

  return {
    accepted,
    unknown,
    capture,
    async send(url, { random, isOver }) {
      await Promise.all(Array.from({ length: 4 }, () => sendBatches(url, random, isOver)))
    },
    expectEachOnce(stored) {
      const where = `CONCORDAT_SEED=${seedOfRun}`
      const known = new Set(stored)
      expect(
        [...accepted].filter((uuid) => !known.has(uuid)),
        `lost, ${where}`,
      ).toEqual([])
      expect(stored.length - known.size, `doubled, ${where}`).toBe(0)
      expect(stored.filter((uuid) => !accepted.has(uuid) && !unknown.has(uuid))).toEqual([])
    },
  }
}
