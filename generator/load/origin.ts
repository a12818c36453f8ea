import { type Container, isContainer } from './json.ts'
import type { Path } from './reference.ts'

/** Where a node of the bundled document was written. */
export interface Origin {
  /** Absolute URL of the file. */
  readonly location: string
  readonly path: Path
  /** Whether an overlay brought it. */
  readonly decided: boolean
}

/**
 * Remembers where the members that came from elsewhere were written. All other nodes stand where their parent does, so a
 * document of one file costs nothing.
 */
export class Origins {
  readonly #root: Origin
  readonly #records = new WeakMap<Container, Map<string, Origin>>()

  constructor(location: string) {
    this.#root = { location, path: [], decided: false }
  }

  set(container: Container, name: string, origin: Origin): void {
    const records = this.#records.get(container)
    if (records === undefined) this.#records.set(container, new Map([[name, origin]]))
    else records.set(name, origin)
  }

  /** What is recorded for the members of one object or array. */
  of(container: Container): ReadonlyMap<string, Origin> | undefined {
    return this.#records.get(container)
  }

  /** Replaces the records of a container: its members moved, or it is a copy of another. */
  replace(container: Container, records: ReadonlyMap<string, Origin> | undefined): void {
    if (records === undefined) this.#records.delete(container)
    else this.#records.set(container, new Map(records))
  }

  /** Where the node at a path of `document` was written; as far as the path leads. */
  trace(document: unknown, path: Path): Origin {
    let origin = this.#root
    let node = document
    for (const name of path) {
      const recorded = isContainer(node) ? this.#records.get(node)?.get(name) : undefined
      origin = recorded ?? { ...origin, path: [...origin.path, name] }
      node = isContainer(node) ? node[name] : undefined
    }
    return origin
  }
}
