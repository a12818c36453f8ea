import { withUnit } from '../../schema/json/hash.ts'

/** An engine keeps an object of more members as a table, in which each name has a place of its own. */
const MOST_OF_A_SHAPE = 128

/**
 * Counts the names of members that differ; a name counts again after other members, and each name after the
 * first 128 of an object counts. For each of these an engine makes an object shape or a table entry, which
 * takes longer than the rest of parsing. Objects that are alike share theirs.
 */
export class DistinctNames {
  count = 0
  /** Hashes by open addressing; 0 is an empty place. */
  #table = new Int32Array(1024)
  #taken = 0

  /**
   * Notes a member of an object.
   * @param before result of this function for the member before it, or 0.
   * @param place how many members come before it.
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

  /** @returns false where it is known. */
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
