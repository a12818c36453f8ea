import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { DocumentObject, ReferenceObject, SchemaObject } from '../../document/document.ts'
import { type Node, resolveReference } from '../../document/reference.ts'
import { type Version, versionOf } from '../../document/version.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { Definitions } from '../schema/definitions.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import type { SchemaView } from '../schema/schema-view.ts'

export interface NodesOptions {
  readonly definitions: Definitions
  /** True if parts that are not inside their operation state their place. */
  readonly withPlaces: boolean
  readonly report: (finding: ProblemAtPointer) => void
}

/** Follows references in one document. */
export class Nodes {
  readonly #document: DocumentObject
  readonly #options: NodesOptions
  readonly #reported = new Set<string>()

  constructor(document: DocumentObject, options: NodesOptions) {
    this.#document = document
    this.#options = options
  }

  /** Version of the document. */
  get version(): Version | undefined {
    return versionOf(this.#document)
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

  /** Pointer of a node's own place, if a reference or an outer list brought it to `place`. */
  elsewhere(pointer: string, place: string): { pointer?: string } {
    return this.#options.withPlaces && pointer !== place ? { pointer } : {}
  }

  /** Tells of a mistake in the document. */
  report(finding: ProblemAtPointer): void {
    const key = `${finding.code} ${finding.place}`
    // A part that several operations share is read for each of them.
    if (!this.#reported.has(key)) this.#options.report(finding)
    this.#reported.add(key)
  }

  /** A schema at its place, as one direction sees it. */
  schema(schema: SchemaObject | boolean, pointer: string, view: SchemaView): JsonSchema {
    return this.view(this.normalize(schema, pointer), view)
  }

  /** A schema at its place, as both directions together see it. */
  normalize(schema: SchemaObject | boolean, pointer: string): JsonSchema {
    return this.#options.definitions.normalize(schema, pointer)
  }

  /** One direction's view of a schema that was normalized. */
  view(schema: JsonSchema, view: SchemaView): JsonSchema {
    return this.#options.definitions.view(schema, view)
  }

  /** Facts about schemas through references. */
  get facts(): SchemaFacts {
    return this.#options.definitions.facts
  }
}
