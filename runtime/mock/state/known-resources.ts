import { requestKeyInBody, resourceByName, resourcesCountedBy } from '@concordat/contract/document'
import { rememberedByObject } from '@concordat/runtime/bounded'
import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { type KnownResource, knownResource } from '../document/known-resource.ts'

/** A document's resources and their item schemas. */
export class KnownResources {
  readonly #document: DocumentDescriptor
  readonly known: (resource: ResourceDescriptor) => KnownResource
  /** The resources whose items an operation's response counts, with the paths of the numbers. */
  readonly countedBy: (operation: OperationDescriptor) => ReturnType<typeof resourcesCountedBy>
  /** The property of an operation's body that identifies the request. */
  readonly keyInBody: (operation: OperationDescriptor) => string | undefined
  /** Resources by the reference to their item schema. */
  #byReference: ReadonlyMap<string | undefined, ResourceDescriptor> | undefined

  constructor(document: DocumentDescriptor) {
    this.#document = document
    this.known = rememberedByObject((resource) => knownResource(document, resource))
    this.keyInBody = rememberedByObject((operation) => requestKeyInBody(operation, document)?.name)
    this.countedBy = rememberedByObject((operation) => resourcesCountedBy(document, operation))
  }

  named(name: string): ResourceDescriptor | undefined {
    return resourceByName(this.#document, name)
  }

  /** The first resource whose items have the same named schema; `undefined` if there is none. */
  like(schema: Schema): ResourceDescriptor | undefined {
    const name = referenceIn(schema)
    this.#byReference ??= new Map(
      this.#document.resources
        .map((resource) => [referenceIn(this.known(resource).schema), resource] as const)
        .toReversed(),
    )
    return name === undefined ? undefined : this.#byReference.get(name)
  }
}

function referenceIn({ written }: Schema): string | undefined {
  return typeof written === 'object' ? written.$ref : undefined
}
