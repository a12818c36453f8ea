import type { DocumentDescriptor, ItemName, ResourceDescriptor } from '@concordat/runtime/http'

/** Names of items that a run learns. The document is unchanged; the run reads it through these names. */
export class LearntNames {
  /** By the name of the resource; empty if no member names its items. */
  readonly #learnt = new Map<string, readonly ItemName[]>()

  /** @param names The members that name the items of the resource, instead of the document's. */
  learn({ name }: ResourceDescriptor, names: readonly ItemName[]): void {
    this.#learnt.set(name, names)
  }

  /** The document with resources that always show the latest learnt names. */
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
