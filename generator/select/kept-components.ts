import { valueAt } from '@concordat/runtime/json'
import type { DocumentObject } from '../document/document.ts'

/** Copies of the components that a pruned document needs, keyed by section and name. */
export class KeptComponents {
  readonly #whole: NonNullable<DocumentObject['components']>
  readonly #sections = new Map<string, Map<string, unknown>>()

  /** @param whole the document's components before pruning. */
  constructor(whole: DocumentObject['components'] = {}) {
    this.#whole = whole
  }

  get size(): number {
    return this.#sections.size
  }

  has(section: string, name: string): boolean {
    return this.#sections.get(section)?.has(name) ?? false
  }

  section(section: string): Map<string, unknown> {
    const known = this.#sections.get(section) ?? new Map<string, unknown>()
    this.#sections.set(section, known)
    return known
  }

  /** Creates a name, similar to a given string, that no component in the section has. */
  freeName(section: string, text: string): string {
    const known = this.#sections.get(section) ?? new Map<string, unknown>()
    const taken = new Set([...Object.keys(Object(valueAt(this.#whole, [section]))), ...known.keys()])
    const stem = text.replace(/[^a-zA-Z0-9._-]+/g, '_') || '_'
    let name = stem
    for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`
    return name
  }

  /** In each section, the components in document order, followed by the moved ones. */
  ordered(): object {
    const sections = Object.entries<unknown>({
      ...this.#whole,
      ...Object.fromEntries([...this.#sections.keys()].map((section) => [section, {}])),
    })
    return Object.fromEntries(
      sections.flatMap(([section, value]) => {
        if (section.startsWith('x-')) return [[section, value]]
        const known = this.#sections.get(section) ?? new Map<string, unknown>()
        const before = Object.keys(Object(valueAt(this.#whole, [section])))
        const names = [...before.filter((name) => known.has(name)), ...known.keys()]
        if (known.size === 0) return []
        return [[section, Object.fromEntries([...new Set(names)].map((name) => [name, known.get(name)]))]]
      }),
    )
  }
}
