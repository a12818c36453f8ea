import type { DocumentDescriptor, ItemName, ResourceDescriptor } from '@concordat/runtime/http'

/** Names of items that a run finds out. The document stays as it is; the run reads it through these names. */
export class LearntNames {
  /** By the name of the resource; no name where no member names its items. */
  readonly #learnt = new Map<string, readonly ItemName[]>()

  /** @param names The members that name the items of the resource, in place of those of the document. */
  learn({ name }: ResourceDescriptor, names: readonly ItemName[]): void {
    this.#learnt.set(name, names)
  }

  /** The document with resources that show what was learnt by the time that they are read. */
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
