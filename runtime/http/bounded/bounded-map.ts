/** Limits of a map. */
export interface MapBound<Key, Value> {
  /** Maximum number of entries. */
  readonly most: number
  /** Maximum size of all entries together. The newest entry is always kept. */
  readonly mostSize: number
  /** The size of an entry, which does not change. */
  readonly sizeOf: (key: Key, value: Value) => number
}

/**
 * A map that callers fill. When it is full, a new entry replaces the oldest ones, so that nobody can fill the
 * memory or block the map.
 */
export class BoundedMap<Key, Value> {
  readonly #bound: MapBound<Key, Value>
  readonly #entries = new Map<Key, Value>()
  #size = 0

  constructor(bound: MapBound<Key, Value>) {
    this.#bound = bound
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** Adds an entry with a new key. */
  add(key: Key, value: Value): void {
    const { most, mostSize, sizeOf } = this.#bound
    this.#size += sizeOf(key, value)
    for (const [oldest, replaced] of this.#entries) {
      if (this.#entries.size < most && this.#size <= mostSize) break
      this.#entries.delete(oldest)
      this.#size -= sizeOf(oldest, replaced)
    }
    this.#entries.set(key, value)
  }
}
