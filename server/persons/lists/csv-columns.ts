import { isJsonObject, type Json } from '../../values/json.ts'
import type { PersonView } from './person-view.ts'

/** Maximum number of columns in a file; every line contains all of them. Spreadsheets allow 16,384. */
const mostColumns = 5000
/** Maximum total length of all column names. */
const mostLength = 2 ** 20

/** A column that contains, as JSON, the properties that have no column of their own. */
const REST = 'properties'

/**
 * The columns of a CSV file of persons: one for each value, at any depth. If there are too many, the property
 * with the most columns is reduced to one JSON column; as a last resort, properties share a column. No sender
 * of events can therefore make the file impossible to create.
 */
export class CsvColumns {
  /** The property that each column belongs to. */
  readonly #owners = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #folded = new Set<string>()
  #length = 0
  #isFull = false

  constructor() {
    for (const name of ['id', 'uuid', 'name', 'created_at']) this.#note(name, name)
  }

  get names(): string[] {
    return [...this.#owners.keys()]
  }

  /** Adds the columns that a person needs. @returns the number of these columns. */
  add(person: PersonView): number {
    let count = 0
    for (const [owner, member] of membersOf(person)) {
      if (this.#folded.has(owner) || this.#isInRest(owner)) continue
      for (const [column] of flatten(member, owner)) {
        count++
        if (!this.#owners.has(column)) this.#note(column, owner)
        if (this.#folded.has(owner) || this.#isInRest(owner)) break
      }
    }
    return count
  }

  /** A person's values, one for each column. */
  cells(person: PersonView): (Json | undefined)[] {
    const values = new Map<string, Json>()
    const rest: [name: string, value: Json][] = []
    for (const [owner, member] of membersOf(person)) {
      if (this.#isInRest(owner)) rest.push([owner.slice(REST.length + 1), member])
      else if (this.#folded.has(owner)) values.set(owner, JSON.stringify(member))
      else for (const [column, value] of flatten(member, owner)) values.set(column, value)
    }
    if (rest.length > 0) values.set(REST, JSON.stringify(Object.fromEntries(rest)))
    return this.names.map((column) => values.get(column))
  }

  #isInRest(owner: string): boolean {
    return this.#isFull && !this.#counts.has(owner) && owner.startsWith(`${REST}.`)
  }

  #note(column: string, owner: string): void {
    this.#owners.set(column, owner)
    this.#counts.set(owner, (this.#counts.get(owner) ?? 0) + 1)
    this.#length += column.length
    if (this.#owners.size > mostColumns || this.#length > mostLength) this.#fold()
  }

  #fold(): void {
    const [largest, count = 0] = [...this.#counts].reduce((most, next) => (next[1] > most[1] ? next : most))
    if (count <= 1) {
      this.#isFull = true
      // Remove the property that has no room, and one more to make room for the column that both then share.
      for (const owner of [...this.#counts.keys()].slice(-2)) this.#remove(owner)
      this.#owners.set(REST, REST)
      return
    }
    this.#remove(largest)
    this.#folded.add(largest)
    this.#note(largest, largest)
  }

  #remove(gone: string): void {
    for (const [column, owner] of this.#owners) {
      if (owner !== gone) continue
      this.#owners.delete(column)
      this.#length -= column.length
    }
    this.#counts.delete(gone)
  }
}

/** A person's members and, at the same level, the person's properties. */
function* membersOf({ properties, ...person }: PersonView): Generator<[name: string, value: Json]> {
  for (const [name, value] of Object.entries(person)) yield [name, value]
  for (const [name, value] of Object.entries(properties)) yield [`properties.${name}`, value]
}

/** An empty list or object has no column. */
function* flatten(value: Json, path: string): Generator<[column: string, value: Json]> {
  const members = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : undefined
  if (members === undefined) yield [path, value]
  else for (const [name, member] of members) yield* flatten(member, `${path}.${name}`)
}
