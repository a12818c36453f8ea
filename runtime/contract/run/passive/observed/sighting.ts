import { isObject } from '@concordat/runtime/json'
import { isValidFormat } from '@concordat/runtime/schema'
import { narrowTypeOf } from '@concordat/runtime/schema-view'

/** Maximum number of different scalar values kept for one location. */
const MOST_VALUES = 24
/** Maximum length of the JSON text of a scalar to keep. */
const LONGEST_VALUE = 64
/** Maximum number of property names kept for one location. A location with more names is considered a map. */
const MOST_MEMBERS = 60
/** Maximum depth below the location. */
const DEEPEST = 12

/** Formats to recognize in strings, in order of preference. */
const TOLD_FORMATS = ['date-time', 'date', 'uuid', 'email', 'ipv4', 'ipv6', 'uri'] as const

interface SeenValue {
  readonly value: unknown
  times: number
}

/**
 * A summary of the values in one location. It contains the facts that a schema can state, and uses limited
 * memory.
 */
export class Sighting {
  /** Number of values. */
  count = 0
  /** Number of values of each type, as in `type`. An integer counts only as "integer". */
  readonly types = new Map<string, number>()
  /** Scalars keyed by their JSON text, up to a maximum number. */
  readonly values = new Map<string, SeenValue>()
  /** True if a scalar was not kept in `values`, because it was too long or there were too many. */
  hasMoreValues = false
  /** Properties of objects, by name, up to a limit. */
  readonly members = new Map<string, Sighting>()
  /**
   * True if there were more properties than `members` can keep, or if a value was too deep to be examined.
   */
  hasMoreMembers = false
  /** The items of all arrays; absent before the first array. */
  items: Sighting | undefined
  /** The first value. */
  first: unknown
  #formats: readonly string[] = TOLD_FORMATS

  note(value: unknown, depth = 0): void {
    if (this.count++ === 0) this.first = value
    const type = narrowTypeOf(value)
    this.types.set(type, this.typed(type) + 1)
    if (typeof value === 'string') this.#formats = this.#formats.filter((format) => hasFormat(value, format))
    if (typeof value !== 'object' || value === null) this.#noteScalar(value)
    else if (depth >= DEEPEST) this.hasMoreMembers = true
    else if (Array.isArray(value)) this.#noteItems(value, depth)
    else if (isObject(value)) this.#noteMembers(value, depth)
  }

  /** Returns the number of values of a type. */
  typed(type: string): number {
    return this.types.get(type) ?? 0
  }

  /** Returns the formats that every string matches; empty if there was no string. */
  get formats(): readonly string[] {
    return this.typed('string') === 0 ? [] : this.#formats
  }

  #noteScalar(value: unknown): void {
    const text = JSON.stringify(value) ?? ''
    const known = this.values.get(text)
    if (known !== undefined) known.times++
    else if (this.values.size >= MOST_VALUES || text.length > LONGEST_VALUE) this.hasMoreValues = true
    else this.values.set(text, { value, times: 1 })
  }

  #noteItems(items: readonly unknown[], depth: number): void {
    this.items ??= new Sighting()
    for (const item of items) this.items.note(item, depth + 1)
  }

  #noteMembers(object: Readonly<Record<string, unknown>>, depth: number): void {
    for (const name of Object.keys(object)) {
      const known = this.members.get(name)
      if (known === undefined && this.members.size >= MOST_MEMBERS) {
        this.hasMoreMembers = true
        continue
      }
      const member = known ?? new Sighting()
      this.members.set(name, member)
      member.note(object[name], depth + 1)
    }
  }
}

/**
 * Requires a URI to have an authority, because a string such as "a:b" is a URI but is seldom meant as one.
 */
function hasFormat(text: string, format: string): boolean {
  return isValidFormat(format, text) === true && (format !== 'uri' || text.includes('://'))
}
