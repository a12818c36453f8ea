import type { DocumentDescriptor, ItemName, ResourceDescriptor } from '@concordat/runtime/http'

/**
 * The properties that name items, as a run determines them. `over` returns the document with these
 * properties; the document itself is unchanged.
 */
export class LearntNames {
  /** The names, keyed by the resource's name; empty if no property identifies its items. */
  readonly #learnt = new Map<string, readonly ItemName[]>()

  /** @param names The properties that name the resource's items, in place of those in the document. */
  learn({ name }: ResourceDescriptor, names: readonly ItemName[]): void {
    this.#learnt.set(name, names)
  }

  /** Returns the document with resources whose `names` are always the latest that the run has learned. */
  over(document: DocumentDescriptor): DocumentDescriptor {
    const namesOf = ({ name, names = [] }: ResourceDescriptor): readonly ItemName[] =>
      this.#learnt.get(name) ?? names
    return {
      ...document,
      resources: document.resources.map((resource) => ({
        ...resource,
        get names() {
          return namesOf(resource)
        },
      })),
    }
  }
}
