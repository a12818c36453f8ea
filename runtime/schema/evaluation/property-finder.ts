/** The properties that a schema names, in the schema's order. */
export interface Named {
  readonly names: readonly string[]
  readonly places: ReadonlyMap<string, number>
}

/** One object's properties that a schema names. */
export interface Found {
  readonly object: object
  readonly named: Named
  /** Values in the order of the names; `undefined` for absent properties. */
  readonly values: readonly unknown[]
  /**
   * Names of the object's other properties, including those whose value is `undefined`; all of its names if
   * it has many.
   */
  readonly others: readonly string[]
}

type Properties = Readonly<Record<string, unknown>>

const NO_NAMES: readonly string[] = []

/**
 * If an object has more other properties than this, its names are listed only once and cached, however many
 * alternatives need them.
 */
const MOST_OTHERS = 64

/** Finds those properties of an object that a schema names. */
export class PropertyFinder {
  /** Properties found in the last object, kept because the next keyword usually needs the same ones. */
  #found: Found | undefined
  /**
   * Property names of objects that have many. They are cached because JavaScript engines sort them every time
   * they are listed.
   */
  large: Map<object, readonly string[]> | undefined

  /**
   * Finds an object's properties; called by the first keyword that needs them. Walking the object's own names
   * is faster than looking up each name in the schema. Most objects follow the schema's order, so the next
   * name is compared before searching.
   */
  find(named: Named, object: Properties): Found {
    const found = this.#found
    if (found?.object === object && found.named === named) return found
    const names = this.large?.get(object)
    this.#found = names === undefined ? this.#walk(named, object) : this.#lookFor(named, object, names)
    return this.#found
  }

  #walk(named: Named, object: Properties): Found {
    const { names, places } = named
    const values: unknown[] = new Array(names.length)
    let others: string[] | undefined
    let next = 0
    for (const name in object) {
      // Check the index first: past the end of the list, comparing the next name would be the slowest part of
      // the walk.
      if (next < names.length && name === names[next]) {
        values[next++] = object[name]
        continue
      }
      const place = places.get(name)
      if (place !== undefined) {
        values[place] = object[name]
        next = place + 1
      } else if (others === undefined) others = [name]
      else if (others.push(name) > MOST_OTHERS) return this.#lookFor(named, object, Object.keys(object))
    }
    return { object, named, values, others: others ?? NO_NAMES }
  }

  #lookFor(named: Named, object: Properties, others: readonly string[]): Found {
    this.large ??= new Map()
    this.large.set(object, others)
    const values = named.names.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined))
    return { object, named, values, others }
  }

  /** Releases the objects, because they can be large. */
  reset(): void {
    this.#found = undefined
    this.large = undefined
  }
}

/** Lists an object's own names. */
export function namesOf(object: Properties, finder: PropertyFinder): readonly string[] {
  const known = finder.large?.get(object)
  if (known !== undefined) return known
  const names = Object.keys(object)
  if (names.length <= MOST_OTHERS) return names
  finder.large ??= new Map()
  finder.large.set(object, names)
  return names
}
