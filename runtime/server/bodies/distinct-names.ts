import { withUnit } from '../../schema/json/hash.ts'

/** Objects with more members are stored by engines as a table with a separate entry for each name. */
const MOST_OF_A_SHAPE = 128

/**
 * Counts different member names. A name counts again after other members, and every name after the first 128
 * of an object counts. For each of these an engine creates an object shape or a table entry, which takes
 * longer than the rest of parsing. Objects of the same shape share theirs.
 */
export class DistinctNames {
  count = 0
  /** Hashes with open addressing; 0 marks an empty place. */
  #table = new Int32Array(1024)
  #taken = 0

  /**
   * Counts a member of an object.
   * @param before result of this function for the previous member, or 0.
   * @param place number of members before it.
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

  /** @returns false if it is already there. */
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
