import type { DocumentDescriptor, ItemName, ResourceDescriptor } from '@concordat/runtime/http'

/**
 * The properties that name items, as responses of the run show them. They take precedence over those that the
 * model infers from the document. Rules read them from the document that `over` returns, so they need not
 * know who found a name.
 */
export class LearntNames {
  /** The names, keyed by the resource's name; empty if no property identifies its items. */
  readonly #learnt = new Map<string, readonly ItemName[]>()

  /** @param names The properties that name the resource's items, in place of those in the document. */
  learn({ name }: ResourceDescriptor, names: readonly ItemName[]): void {
    this.#learnt.set(name, names)
  }

  /**
   * Returns a copy of the document whose resources have getters for `names`, so that each read returns the
   * latest names.
   */
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
