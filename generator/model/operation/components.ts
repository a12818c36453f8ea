import { pascalCase, TakenNames } from '../naming/name.ts'

/** Reads each component only once, so that all references to it share one object. */
export class Components<Descriptor extends object> {
  readonly names = new Map<Descriptor, string>()
  readonly #section: string
  readonly #unique = new TakenNames()
  readonly #known = new Map<string, Descriptor>()

  constructor(section: string) {
    this.#section = section
  }

  once(pointer: string, read: () => Descriptor): Descriptor {
    const known = this.#known.get(pointer)
    if (known !== undefined) return known
    const descriptor = read()
    if (!pointer.startsWith(`${this.#section}/`)) return descriptor
    this.#known.set(pointer, descriptor)
    this.names.set(descriptor, this.#unique.unique(pascalCase(pointer.slice(this.#section.length + 1))))
    return descriptor
  }
}
