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
   * Names of the object's other properties, including those whose value is `undefined`; `undefined` if there
   * are many.
   */
  readonly others: readonly string[] | undefined
}

type Properties = Readonly<Record<string, unknown>>

const NO_NAMES: readonly string[] = []

/**
 * Limit for names that the schema lacks. An object with more of them is walked only once, however many
 * alternatives need it.
 */
const MOST_OTHERS = 64

/** Finds the properties of objects that schemas name. */
export class PropertyFinder {
  /** Properties found in the last object: the next keyword usually needs the same ones. */
  #found: Found | undefined
  /** Objects that have many properties, because walking them again for each alternative would be too slow. */
  #large: Set<object> | undefined

  /**
   * Finds an object's properties; called by the first keyword that needs them. Walking the object's own names
   * is faster than looking up each name in the schema. Most objects follow the schema's order, so the next
   * name is compared before searching.
   */
  find(named: Named, object: Properties): Found {
    const found = this.#found
    if (found?.object === object && found.named === named) return found
    this.#found = this.#large?.has(object) ? lookFor(named, object) : this.#walk(named, object)
    return this.#found
  }

  #walk(named: Named, object: Properties): Found {
    const { names, places } = named
    const values: unknown[] = new Array(names.length)
    let others: string[] | undefined
    let next = 0
    for (const name in object) {
      // Past the end of the list, comparing the next name would be the slowest part of the walk.
      if (next < names.length && name === names[next]) {
        values[next++] = object[name]
        continue
      }
      const place = places.get(name)
      if (place !== undefined) {
        values[place] = object[name]
        next = place + 1
      } else if (others === undefined) others = [name]
      else if (others.push(name) > MOST_OTHERS) {
        this.#large ??= new Set()
        this.#large.add(object)
        return lookFor(named, object)
      }
    }
    return { object, named, values, others: others ?? NO_NAMES }
  }

  /** Releases the objects, because they can be large. */
  reset(): void {
    this.#found = undefined
    this.#large = undefined
  }
}

function lookFor(named: Named, object: Properties): Found {
  const values = named.names.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined))
  return { object, named, values, others: undefined }
}
