import type { Container } from './json.ts'
import type { Path } from './reference.ts'
import type { Sources } from './sources.ts'

/**
 * Parts omitted from a document. Properties are removed immediately. List items are removed at the end, so
 * that indexes in problems' paths stay valid.
 */
export class Omissions {
  readonly #document: Container
  readonly #sources: Sources
  readonly #items = new Map<Container, { readonly path: Path; readonly names: Set<string> }>()

  constructor(document: Container, sources: Sources) {
    this.#document = document
    this.#sources = sources
  }

  /** @param path path of the property or item to omit. */
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

  /**
   * True if a property or item exists and was not omitted. An omitted list item counts as gone even before it
   * is removed.
   */
  holds(holder: Container, name: string): boolean {
    return Object.hasOwn(holder, name) && this.#items.get(holder)?.names.has(name) !== true
  }

  /**
   * Removes the omitted items from lists, starting with the innermost lists, so that no removal changes the
   * path of a list that follows.
   */
  settle(): void {
    const lists = [...this.#items].sort(([, a], [, b]) => b.path.length - a.path.length)
    for (const [list, { path, names }] of lists)
      this.#sources.removeItems(this.#document, list, { path, names })
    this.#items.clear()
  }
}
