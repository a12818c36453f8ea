import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { DocumentObject, ReferenceObject, SchemaObject } from '../../document/document.ts'
import { type DocumentNode, resolveReferenceObject } from '../../document/reference.ts'
import { documentVersion, type Version } from '../../document/version.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { ModelDefinitions } from '../schema/definitions.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import type { SchemaView } from '../schema/schema-view.ts'

export interface NodesOptions {
  readonly definitions: ModelDefinitions
  /** True if parts that are defined outside their operation get a pointer to their location. */
  readonly withPlaces: boolean
  readonly report: (finding: ProblemAtPointer) => void
}

/** Follows references within one document. */
export class ReferenceNodes {
  readonly #document: DocumentObject
  readonly #options: NodesOptions
  readonly #reported = new Set<string>()

  constructor(document: DocumentObject, options: NodesOptions) {
    this.#document = document
    this.#options = options
  }

  /** Version of the document. */
  get version(): Version | undefined {
    return documentVersion(this.#document)
  }

  /** Follows a reference, or a chain of references. */
  resolve<Value extends object>(value: Value | ReferenceObject, pointer: string): DocumentNode<Value> {
    return resolveReferenceObject(this.#document, value, pointer)
  }

  /** The items of a list, with references resolved. */
  list<Value extends object>(
    items: readonly (Value | ReferenceObject)[] | undefined,
    pointer: string,
  ): DocumentNode<Value>[] {
    return (items ?? []).map((item, index) => this.resolve(item, pointerBelow(pointer, index)))
  }

  /** A node's pointer, if its location differs from `place` because of a reference or an outer list. */
  elsewhere(pointer: string, place: string): { pointer?: string } {
    return this.#options.withPlaces && pointer !== place ? { pointer } : {}
  }

  /** Reports a mistake in the document. */
  report(finding: ProblemAtPointer): void {
    const key = `${finding.code} ${finding.place}`
    // A part that several operations share is read for each of them, but its problems are reported only once.
    if (!this.#reported.has(key)) this.#options.report(finding)
    this.#reported.add(key)
  }

  /** A schema's variant for one direction. */
  schema(schema: SchemaObject | boolean, pointer: string, view: SchemaView): JsonSchema {
    return this.view(this.normalize(schema, pointer), view)
  }

  /** A schema for both directions. */
  normalize(schema: SchemaObject | boolean, pointer: string): JsonSchema {
    return this.#options.definitions.normalize(schema, pointer)
  }

  /** A normalized schema's variant for one direction. */
  view(schema: JsonSchema, view: SchemaView): JsonSchema {
    return this.#options.definitions.schemas.view(schema, view)
  }

  /** Facts about schemas, including those behind references. */
  get facts(): SchemaFacts {
    return this.#options.definitions.schemas.facts
  }
}
