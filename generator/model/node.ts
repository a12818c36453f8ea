import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { type Definitions, resolvePointer } from './definitions.ts'
import type { JsonObject } from './model.ts'
import type { View } from './view.ts'

/** A node with the place where it really stands, its `$ref` followed. */
export interface Node {
  readonly value: JsonObject
  readonly pointer: string
}

export interface NodesOptions {
  readonly definitions: Definitions
  /** Whether parts that stand elsewhere than in their operation say where. */
  readonly withPlaces: boolean
}

/** Follows references in one document. */
export class Nodes {
  readonly #document: JsonObject
  readonly #options: NodesOptions

  constructor(document: JsonObject, options: NodesOptions) {
    this.#document = document
    this.#options = options
  }

  /** Follows `$ref`s, which may point at further ones. */
  resolve(value: unknown, pointer: string): Node | undefined {
    let node = value
    let place = pointer
    for (
      const seen = new Set<string>();
      isObject(node) && typeof node['$ref'] === 'string' && !seen.has(place);
    ) {
      seen.add(place)
      place = node['$ref']
      node = resolvePointer(this.#document, place)
    }
    return isObject(node) ? { value: node, pointer: place } : undefined
  }

  /** The items of a list; those that lead to no object are left out. */
  list(value: unknown, pointer: string): Node[] {
    return (Array.isArray(value) ? value : []).flatMap(
      (item, index) => this.resolve(item, below(pointer, index)) ?? [],
    )
  }

  /** Where a node really stands, when a reference or an outer list brought it to `place`. */
  elsewhere(pointer: string, place: string): { pointer?: string } {
    return this.#options.withPlaces && pointer !== place ? { pointer } : {}
  }

  /** A schema at its place, as one direction sees it. */
  schema(schema: unknown, pointer: string, view: View): JsonSchema {
    const { definitions } = this.#options
    return definitions.view(definitions.normalize(schema, pointer), view)
  }
}
