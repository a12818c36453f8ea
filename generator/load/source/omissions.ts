import type { Container } from './json.ts'
import type { Path } from './reference.ts'
import type { Sources } from './sources.ts'

/**
 * Parts left out of a document. Members of objects are removed at once; items of lists at the end, so that
 * indexes in the paths of problems stay valid.
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

  /** True if a member was not omitted, even if it is a list item still to be removed. */
  holds(holder: Container, name: string): boolean {
    return Object.hasOwn(holder, name) && this.#items.get(holder)?.names.has(name) !== true
  }

  /** Removes the omitted items from lists, the innermost first, so that outer paths stay valid. */
  settle(): void {
    const lists = [...this.#items].sort(([, a], [, b]) => b.path.length - a.path.length)
    for (const [list, { path, names }] of lists)
      this.#sources.removeItems(this.#document, list, { path, names })
    this.#items.clear()
  }
}
