import { HttpProblem } from '@concordat/runtime/server'

/**
 * Characters and bytes that a mock keeps of the requests: a list may show all of them, as often as it is
 * requested. A body of a request has room in any case.
 */
const MOST_KEPT = 2 ** 25
/** Size of a value beside its texts. */
const VALUE = 16

/** The room of a mock for written values. */
export class Room {
  /** Lower bound of the size that is kept. */
  #kept = 0

  /**
   * Takes room for a value that is written.
   * @param measure measures what is kept now: deleted items have given their room back.
   * @throws HttpProblem where there is none left.
   */
  take(value: unknown, measure: () => number): void {
    const size = sizeOf(value)
    if (this.#kept + size > MOST_KEPT) this.#kept = measure()
    if (this.#kept + size > MOST_KEPT)
      throw new HttpProblem({
        kind: 'body-too-large',
        status: 507,
        detail: `The mock keeps ${MOST_KEPT / 2 ** 20} MB of what it is sent. Fix: delete some of it, or start the mock again.`,
      })
    this.#kept += size
  }
}

/** Approximate size of a value: its texts, its bytes, and a little for each of its parts. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  if (value instanceof Blob) return VALUE + value.size
  if (value instanceof Uint8Array) return VALUE + value.length
  let size = VALUE
  for (const [name, part] of Object.entries(value)) size += name.length + sizeOf(part)
  return size
}
