import { HttpProblem } from '@concordat/runtime/server'

/**
 * Maximum total of characters and bytes kept from requests. It is limited because every request for a list
 * can return all of them. A single body always fits.
 */
const MOST_KEPT = 2 ** 25
/** Fixed part of a value's size, in addition to its characters and bytes. */
const VALUE = 16

/** Limits the memory for written values. */
export class MemoryRoom {
  /** Estimate of the size of all stored values, measured again before a write is rejected. */
  #kept = 0

  /**
   * Reserves memory for a written value.
   * @param measure measures the current size, without deleted items.
   * @throws HttpProblem if the limit is exceeded.
   */
  take(value: unknown, measure: () => number): void {
    const size = storedMockSize(value)
    if (this.#kept + size > MOST_KEPT) this.#kept = measure()
    if (this.#kept + size > MOST_KEPT)
      throw new HttpProblem({
        kind: 'body-too-large',
        status: 507,
        detail: `The mock stores at most ${MOST_KEPT / 2 ** 20} MB. Fix: delete some items, or restart the mock.`,
      })
    this.#kept += size
  }
}

/** Approximate size of a value: its characters and bytes, plus a constant for each of its parts. */
export function storedMockSize(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  if (value instanceof Blob) return VALUE + value.size
  if (value instanceof Uint8Array) return VALUE + value.length
  let size = VALUE
  if (Array.isArray(value)) {
    for (const part of value) size += storedMockSize(part)
    return size
  }
  // Do not use `Object.entries`, which would create a pair for each property of a large object.
  for (const name of Object.keys(value)) size += name.length + storedMockSize(Reflect.get(value, name))
  return size
}
