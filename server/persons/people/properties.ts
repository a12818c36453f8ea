import { isDeepStrictEqual } from 'node:util'
import type { PropertyChanges } from '../../events/captured-event.ts'
import type { Json, JsonObject } from '../../values/json.ts'

/**
 * Maximum length of all of a person's properties as JSON, in characters. It is limited because each change
 * rewrites all of them.
 */
export const mostPropertiesLength = 2 ** 20

/** Maximum length of a new property's name, which is used as a column header. */
const longestName = 400

/** Maximum number of omitted names to report. */
const toldNames = 10

/**
 * One person's properties while events change them. The cost of a change does not depend on the number of
 * properties. A property for which there is no room is omitted; existing properties are kept.
 */
export class Properties {
  /**
   * Has no prototype, so that no name is special. The object is not copied, because a copy, or a map, would
   * take longer than most changes.
   */
  #members: JsonObject
  /**
   * Length of the properties as JSON, or an upper bound, which is replaced when it would exceed the maximum.
   */
  #length: number
  #isMeasured = false
  /** Names of some of the omitted properties. */
  readonly leftOut = new Set<string>()

  /**
   * @param members the object in which properties are changed from now on.
   * @param length an upper bound for the length of the properties as JSON.
   */
  constructor(members: JsonObject, length = Number.POSITIVE_INFINITY) {
    this.#members = Object.setPrototypeOf(members, null)
    this.#length = length
  }

  /** @returns true if any property changed. */
  apply({ setOnce, set, unset }: PropertyChanges): boolean {
    let isChanged = false
    for (const [name, value] of Object.entries(setOnce))
      if (this.#members[name] === undefined && !Object.hasOwn(set, name))
        isChanged = this.#set(name, value) || isChanged
    for (const [name, value] of Object.entries(set)) isChanged = this.#set(name, value) || isChanged
    for (const name of unset) isChanged = this.#unset(name) || isChanged
    return isChanged
  }

  /** Adds the properties of a person who is merged into this one, unless this person has them already. */
  absorb(other: Properties): void {
    for (const name of other.leftOut) this.#leaveOut(name)
    const own = this.#members
    if (other.length <= this.length) {
      for (const [name, value] of Object.entries(other.#members))
        if (own[name] === undefined) this.#set(name, value)
      return
    }
    // The shorter properties are merged into the longer ones, so that a chain of merges does not copy
    // everything each time.
    this.#members = other.#members
    this.#length = other.length
    const names = new Set<string>()
    for (const [name, value] of Object.entries(own)) {
      this.#length += lengthOf(name, value) - this.#lengthAt(name)
      this.#members[name] = value
      names.add(name)
    }
    if (this.#length > mostPropertiesLength) this.#shrink(names)
  }

  get(name: string): Json | undefined {
    return this.#members[name]
  }

  /** The properties themselves, not a copy. */
  toJson(): JsonObject {
    return this.#members
  }

  /** Length of the properties as JSON, in characters. */
  get length(): number {
    if (!this.#isMeasured) this.#length = JSON.stringify(this.#members).length
    this.#isMeasured = true
    return this.#length
  }

  #set(name: string, value: Json): boolean {
    const before = this.#members[name]
    if (before !== undefined && isDeepStrictEqual(before, value)) return false
    const more = lengthOf(name, value) - this.#lengthAt(name)
    if (!this.#hasRoom(more) || (before === undefined && name.length > longestName)) {
      this.#leaveOut(name)
      return false
    }
    this.#members[name] = value
    this.#length += more
    return true
  }

  #hasRoom(more: number): boolean {
    return (
      more <= 0 || this.#length + more <= mostPropertiesLength || this.length + more <= mostPropertiesLength
    )
  }

  #unset(name: string): boolean {
    if (this.#members[name] === undefined) return false
    this.#length -= this.#lengthAt(name)
    delete this.#members[name]
    return true
  }

  /** Removes the newest properties, except the given ones, until the remaining properties fit. */
  #shrink(kept: ReadonlySet<string>): void {
    for (const name of Object.keys(this.#members).reverse()) {
      if (this.length <= mostPropertiesLength) return
      if (kept.has(name)) continue
      this.#unset(name)
      this.#leaveOut(name)
    }
  }

  #leaveOut(name: string): void {
    if (this.leftOut.size < toldNames) this.leftOut.add(name.slice(0, longestName))
  }

  /** Length that a property has as JSON; 0 if there is none. */
  #lengthAt(name: string): number {
    const value = this.#members[name]
    return value === undefined ? 0 : lengthOf(name, value)
  }
}

/** Length that a property adds to JSON, including its colon and comma. */
function lengthOf(name: string, value: Json): number {
  return JSON.stringify(name).length + JSON.stringify(value).length + 2
}
