import { HttpProblem } from '@concordat/runtime/server'

/**
 * Maximum number of characters and bytes kept from requests, since a list may return all of them for every
 * request. A single body always fits.
 */
const MOST_KEPT = 2 ** 25
/** Size of a value without its texts. */
const VALUE = 16

/** Limits the memory for written values. */
export class Room {
  /** Lower bound of the size that is kept. */
  #kept = 0

  /**
   * Reserves memory for a written value.
   * @param measure measures the current size, without deleted items.
   * @throws HttpProblem if the limit is exceeded.
   */
  take(value: unknown, measure: () => number): void {
    const size = storedSize(value)
    if (this.#kept + size > MOST_KEPT) this.#kept = measure()
    if (this.#kept + size > MOST_KEPT)
      throw new HttpProblem({
        kind: 'body-too-large',
        status: 507,
        detail: `The mock keeps ${MOST_KEPT / 2 ** 20} MB at most. Fix: delete some items, or restart the mock.`,
      })
    this.#kept += size
  }
}

/** Approximate size of a value: its texts, its bytes, and a constant for each of its parts. */
export function storedSize(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  if (value instanceof Blob) return VALUE + value.size
  if (value instanceof Uint8Array) return VALUE + value.length
  let size = VALUE
  // Entries of a long array would be a pair and a name for each of its items.
  if (Array.isArray(value)) {
    for (const part of value) size += storedSize(part)
    return size
  }
  for (const [name, part] of Object.entries(value)) size += name.length + storedSize(part)
  return size
}
