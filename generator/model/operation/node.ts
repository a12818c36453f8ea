import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { DocumentObject, ReferenceObject, SchemaObject } from '../../document/document.ts'
import { type Node, resolveReference } from '../../document/reference.ts'
import type { Definitions } from '../schema/definitions.ts'
import type { View } from '../schema/view.ts'

export interface NodesOptions {
  readonly definitions: Definitions
  /** Whether parts that stand elsewhere than in their operation say where. */
  readonly withPlaces: boolean
}

/** Follows references in one document. */
export class Nodes {
  readonly #document: DocumentObject
  readonly #options: NodesOptions

  constructor(document: DocumentObject, options: NodesOptions) {
    this.#document = document
    this.#options = options
  }

  /** Follows a reference, which may lead to a further one. */
  resolve<Value extends object>(value: Value | ReferenceObject, pointer: string): Node<Value> {
    return resolveReference(this.#document, value, pointer)
  }

  /** The items of a list. */
  list<Value extends object>(
    items: readonly (Value | ReferenceObject)[] | undefined,
    pointer: string,
  ): Node<Value>[] {
    return (items ?? []).map((item, index) => this.resolve(item, below(pointer, index)))
  }

  /** Where a node really stands, when a reference or an outer list brought it to `place`. */
  elsewhere(pointer: string, place: string): { pointer?: string } {
    return this.#options.withPlaces && pointer !== place ? { pointer } : {}
  }

  /** A schema at its place, as one direction sees it. */
  schema(schema: SchemaObject | boolean, pointer: string, view: View): JsonSchema {
    const { definitions } = this.#options
    return definitions.view(definitions.normalize(schema, pointer), view)
  }
}
