import type { Container } from './json.ts'
import type { Path } from './reference.ts'
import type { Sources } from './sources.ts'

/**
 * Parts that are left out of a document. Members of objects go at once; items of lists stay until all is
 * read, so that the indexes in the paths of problems hold.
 */
export class Omissions {
  readonly #document: Container
  readonly #sources: Sources
  readonly #items = new Map<Container, { readonly path: Path; readonly names: Set<string> }>()

  constructor(document: Container, sources: Sources) {
    this.#document = document
    this.#sources = sources
  }

  /** @param path of the member. */
  omit(holder: Container, path: Path): void {
    const name = path.at(-1) ?? ''
    if (!Array.isArray(holder)) {
      delete holder[name]
      return
    }
    const known = this.#items.get(holder)
    if (known === undefined) this.#items.set(holder, { path: path.slice(0, -1), names: new Set([name]) })
    else known.names.add(name)
  }

  /** True if a member is still there, even in a list whose items are removed at the end. */
  holds(holder: Container, name: string): boolean {
    return Object.hasOwn(holder, name) && this.#items.get(holder)?.names.has(name) !== true
  }

  /** Closes the gaps in the lists, the innermost first: the paths of those outside hold until then. */
  settle(): void {
    const lists = [...this.#items].sort(([, a], [, b]) => b.path.length - a.path.length)
    for (const [list, { path, names }] of lists)
      this.#sources.removeItems(this.#document, list, { path, names })
    this.#items.clear()
  }
}
