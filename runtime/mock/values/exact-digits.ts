import { BoundedMap } from '@concordat/runtime/bounded'
import { exactAt, rawJson } from '@concordat/runtime/http'

/** Maximum number of different integers to remember. */
const MOST = 10_000

/**
 * All digits of the integers in requests that a JavaScript number would round. The mock calculates with
 * numbers, and writes the digits that a client sent for them.
 */
export class ExactDigits {
  readonly #digits = new BoundedMap<number, bigint>({ most: MOST, mostSize: MOST, sizeOf: () => 1 })
  #isEmpty = true

  /** Records the digits of the integers in a parsed body. */
  note(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const exact = typeof inner === 'number' ? exactAt(value, key) : undefined
      if (exact === undefined) this.note(inner)
      else this.#add(Number(inner), exact)
    }
  }

  #add(number: number, exact: bigint): void {
    this.#digits.add(number, exact)
    this.#isEmpty = false
  }

  /** Returns the value with all digits of its integers. Anything but plain JSON is unchanged. */
  written(value: unknown): unknown {
    if (this.#isEmpty) return value
    if (typeof value === 'number') return this.#exactly(value)
    if (Array.isArray(value)) return value.map((item) => this.written(item))
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, this.written(own)]))
  }

  #exactly(number: number): unknown {
    const exact = Number.isSafeInteger(number) ? undefined : this.#digits.get(number)
    return exact === undefined ? number : rawJson(exact)
  }
}
