import { withUnit } from '../../schema/json/hash.ts'

/**
 * Maximum number of properties of an object shape. For larger objects, engines use a table with a separate
 * entry for each name.
 */
const MOST_OF_A_SHAPE = 128

/**
 * Counts distinct property names. A name counts again if it follows different properties, and every name
 * after the first 128 of an object counts. For each of these, an engine creates an object shape or a table
 * entry, which takes longer than the rest of parsing. Objects with the same names in the same order share
 * their shapes.
 */
export class DistinctNames {
  count = 0
  /** A hash table with open addressing; 0 marks an empty slot. */
  #table = new Int32Array(1024)
  #taken = 0

  /**
   * Counts a property of an object.
   * @param before result of this function for the previous property, or 0.
   * @param place number of properties before it.
   */
  add(name: number, { before, place }: { readonly before: number; readonly place: number }): number {
    if (place >= MOST_OF_A_SHAPE) {
      this.count++
      return before
    }
    const shape = withUnit(withUnit(before, name), place) || 1
    if (this.#insert(shape)) {
      this.count++
      if (++this.#taken > this.#table.length / 2) this.#grow()
    }
    return shape
  }

  /** @returns false if the hash is already in the table. */
  #insert(hash: number): boolean {
    const last = this.#table.length - 1
    let at = (hash ^ (hash >>> 16)) & last
    for (; this.#table[at] !== 0; at = (at + 1) & last) if (this.#table[at] === hash) return false
    this.#table[at] = hash
    return true
  }

  #grow(): void {
    const known = this.#table
    this.#table = new Int32Array(4 * known.length)
    for (const hash of known) if (hash !== 0) this.#insert(hash)
  }
}
