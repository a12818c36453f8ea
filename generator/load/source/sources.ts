import { fragmentOf } from '@concordat/runtime/pointer'
import { type Container, isContainer } from './json.ts'
import type { NodeSource, Path } from './reference.ts'

/** Location where a node of the bundled document was written. */
export interface WrittenNode extends NodeSource {
  /** True if the node comes from an overlay. */
  readonly decided: boolean
}

/**
 * Records the origin of each node that was not written in its parent. All other nodes have the same origin as
 * their parent, so a document in a single file needs no records.
 */
export class Sources {
  readonly #root: WrittenNode
  readonly #records = new WeakMap<Container, Map<string, WrittenNode>>()

  constructor(file: string) {
    this.#root = { file, path: [], decided: false }
  }

  set(container: Container, name: string, written: WrittenNode): void {
    const records = this.#records.get(container)
    if (records === undefined) this.#records.set(container, new Map([[name, written]]))
    else records.set(name, written)
  }

  /** Records for the properties or items of an object or array. */
  of(container: Container): ReadonlyMap<string, WrittenNode> | undefined {
    return this.#records.get(container)
  }

  /** Replaces a container's records, because its properties moved or because it is a copy. */
  replace(container: Container, records: ReadonlyMap<string, WrittenNode> | undefined): void {
    if (records === undefined) this.#records.delete(container)
    else this.#records.set(container, new Map(records))
  }

  /** Removes items from a list in `document`. The items that follow move up, together with their records. */
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

  /** JSON Pointers to the topmost nodes from overlays, in document order. */
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

  /**
   * Returns the location where the node at a path in `document` was written. Steps that do not exist are
   * appended to the location of the existing part.
   */
  trace(document: unknown, path: Path): WrittenNode {
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
