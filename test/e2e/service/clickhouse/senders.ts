import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { seedOfRun } from '../random.ts'

/** Captures events in a service that can die, and keeps records of them. */
export interface Senders {
  /** UUIDs of events that were accepted, and of events whose response was lost or was an error. */
  readonly accepted: ReadonlySet<string>
  readonly unknown: ReadonlySet<string>
  /** Sends one event for each id. @returns whether there was a response. */
  capture(url: string, distinctIds: readonly string[]): Promise<boolean>
  /** Sends batches until told to stop, or until the service is gone. */
  send(url: string, options: SendOptions): Promise<void>
  /** @param stored the UUID of each row that has arrived. */
  expectEachOnce(stored: readonly string[]): void
}

export interface SendOptions {
  readonly random: () => number
  readonly isOver: () => boolean
  /** Number of batches under way at a time. Default: 4. */
  readonly atOnce?: number
  /** Milliseconds between them. Default: 0. */
  readonly pause?: number
  /**
   * Share of events that merge two persons; if set, the others change their own person. Default: 0, and
   * events change no persons.
   */
  readonly merging?: number
}

/** @param token the token of the project in which events are captured. */
export function createSenders(token: string): Senders {
  const accepted = new Set<string>()
  const unknown = new Set<string>()

  /** @returns whether there was a response. */
  async function post(url: string, events: readonly object[]): Promise<boolean> {
    const batch = events.map((event) => ({ uuid: randomUUID(), event: 'seen', ...event }))
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

  async function sendBatches(
    url: string,
    { random, isOver, pause = 0, merging = 0 }: SendOptions,
  ): Promise<void> {
    const anyId = () => `id-${Math.floor(random() * 50)}`
    const anyEvent = () => {
      const named = { distinct_id: anyId() }
      if (merging === 0) return named
      if (random() < merging) return { ...named, event: '$create_alias', properties: { alias: anyId() } }
      return { ...named, properties: { $set: { last: random() } } }
    }
    for (; !isOver(); await delay(pause)) {
      const events = Array.from({ length: 1 + Math.floor(random() * 20) }, anyEvent)
      if (!(await post(url, events))) return
    }
  }

  return {
    accepted,
    unknown,
    capture: (url, distinctIds) =>
      post(
        url,
        distinctIds.map((distinct_id) => ({ distinct_id })),
      ),
    async send(url, options) {
      await Promise.all(Array.from({ length: options.atOnce ?? 4 }, () => sendBatches(url, options)))
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
