import { isDeepStrictEqual } from 'node:util'
import type { PropertyChanges } from '../../events/captured-event.ts'
import type { Json, JsonObject } from '../../values/json.ts'

/**
 * Maximum length of all of a person's properties as JSON, in characters. It is limited because each change
 * rewrites all of them.
 */
export const mostLength = 2 ** 20

/** Maximum length of a new property's name, which is used as a column header. */
const longestName = 400

/** Maximum number of omitted names to report. */
const toldNames = 10

/**
 * One person's properties while events change them. The cost of a change does not depend on the number of
 * properties. A property for which there is no room is omitted; existing properties are kept.
 */
export class Properties {
  #members: Map<string, Json>
  /** Length of the properties as JSON; absent before the first change. */
  #length: number | undefined
  /** Names of some of the omitted properties. */
  readonly leftOut = new Set<string>()

  constructor(members: JsonObject) {
    this.#members = new Map(Object.entries(members))
  }

  /** @returns true if any property changed. */
  apply({ setOnce, set, unset }: PropertyChanges): boolean {
    let isChanged = false
    for (const [name, value] of Object.entries(setOnce))
      if (!this.#members.has(name) && !Object.hasOwn(set, name))
        isChanged = this.#set(name, value) || isChanged
    for (const [name, value] of Object.entries(set)) isChanged = this.#set(name, value) || isChanged
    for (const name of unset) isChanged = this.#unset(name) || isChanged
    return isChanged
  }

  /** Adds the properties of a person who is merged into this one, unless this person has them already. */
  absorb(other: Properties): void {
    for (const name of other.leftOut) this.#leaveOut(name)
    if (other.#members.size <= this.#members.size) {
      for (const [name, value] of other.#members) if (!this.#members.has(name)) this.#set(name, value)
      return
    }
    // The smaller set is merged into the larger one, so that a chain of merges does not copy everything each
    // time.
    const own = this.#members
    this.#length = lengthWith(other.#lengthNow(), own, other.#members)
    this.#members = other.#members
    for (const [name, value] of own) this.#members.set(name, value)
    if (this.#length > mostLength) this.#shrink(own)
  }

  get(name: string): Json | undefined {
    return this.#members.get(name)
  }

  toJson(): JsonObject {
    return Object.fromEntries(this.#members)
  }

  /** Length of the properties as JSON, in characters. */
  get length(): number {
    return this.#lengthNow()
  }

  #set(name: string, value: Json): boolean {
    const before = this.#members.get(name)
    if (before !== undefined && isDeepStrictEqual(before, value)) return false
    const length =
      this.#lengthNow() + lengthOf(name, value) - (before === undefined ? 0 : lengthOf(name, before))
    const isTooLong = length > mostLength && length > this.#lengthNow()
    if (isTooLong || (before === undefined && name.length > longestName)) {
      this.#leaveOut(name)
      return false
    }
    this.#members.set(name, value)
    this.#length = length
    return true
  }

  #unset(name: string): boolean {
    const before = this.#members.get(name)
    if (before === undefined) return false
    this.#length = this.#lengthNow() - lengthOf(name, before)
    this.#members.delete(name)
    return true
  }

  /** Removes the newest properties, except the given ones, until the rest fit. */
  #shrink(kept: ReadonlyMap<string, Json>): void {
    for (const name of [...this.#members.keys()].reverse()) {
      if (this.#lengthNow() <= mostLength) return
      if (kept.has(name)) continue
      this.#unset(name)
      this.#leaveOut(name)
    }
  }

  #leaveOut(name: string): void {
    if (this.leftOut.size < toldNames) this.leftOut.add(name.slice(0, longestName))
  }

  #lengthNow(): number {
    this.#length ??= JSON.stringify(this.toJson()).length
    return this.#length
  }
}

/** Length that a property adds to JSON, including its colon and comma. */
function lengthOf(name: string, value: Json): number {
  return JSON.stringify(name).length + JSON.stringify(value).length + 2
}

/** The length of properties after some of them were replaced. */
function lengthWith(
  length: number,
  others: ReadonlyMap<string, Json>,
  members: ReadonlyMap<string, Json>,
): number {
  let whole = length
  for (const [name, value] of others) {
    const before = members.get(name)
    whole += lengthOf(name, value) - (before === undefined ? 0 : lengthOf(name, before))
  }
  return whole
}
