import { fragmentOf } from '@concordat/runtime/pointer'
import { type Container, isContainer } from './json.ts'
import type { NodeSource, Path } from './reference.ts'

/** Where a node of the bundled document was written. */
export interface Written extends NodeSource {
  /** True if it comes from an overlay. */
  readonly decided: boolean
}

/**
 * Records the origin of members that come from elsewhere. Other nodes follow their parent, so a document of
 * one file needs no records.
 */
export class Sources {
  readonly #root: Written
  readonly #records = new WeakMap<Container, Map<string, Written>>()

  constructor(file: string) {
    this.#root = { file, path: [], decided: false }
  }

  set(container: Container, name: string, written: Written): void {
    const records = this.#records.get(container)
    if (records === undefined) this.#records.set(container, new Map([[name, written]]))
    else records.set(name, written)
  }

  /** Records of the members of an object or array. */
  of(container: Container): ReadonlyMap<string, Written> | undefined {
    return this.#records.get(container)
  }

  /** Replaces a container's records after its members moved, or if it is a copy. */
  replace(container: Container, records: ReadonlyMap<string, Written> | undefined): void {
    if (records === undefined) this.#records.delete(container)
    else this.#records.set(container, new Map(records))
  }

  /** Removes items of a list in `document`; later items move up, with their records. */
  removeItems(
    document: unknown,
    list: Container,
    { path, names }: { path: Path; names: ReadonlySet<string> },
  ): void {
    if (!Array.isArray(list)) return
    const kept = [...list.keys()].filter((index) => !names.has(String(index)))
    const written = kept.map((index) => this.trace(document, [...path, String(index)]))
    list.splice(0, list.length, ...kept.map((index) => list[index]))
    this.replace(list, new Map(written.map((source, index) => [String(index), source])))
  }

  /** JSON Pointers of the topmost nodes from overlays, in document order. */
  decided(document: Container): readonly string[] {
    const pointers: string[] = []
    const collect = (node: Container, path: Path) => {
      const records = this.#records.get(node)
      for (const name of Object.keys(node)) {
        const child = node[name]
        if (records?.get(name)?.decided) pointers.push(fragmentOf([...path, name]))
        else if (isContainer(child)) collect(child, [...path, name])
      }
    }
    collect(document, [])
    return pointers
  }

  /** Where the node at a path of `document` was written, as far as the path exists. */
  trace(document: unknown, path: Path): Written {
    let written = this.#root
    let node = document
    for (const name of path) {
      const recorded = isContainer(node) ? this.#records.get(node)?.get(name) : undefined
      written = recorded ?? { ...written, path: [...written.path, name] }
      node = isContainer(node) ? node[name] : undefined
    }
    return written
  }
}
