import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { heirsDiscriminator, reachableDefinitions, referredNamedSchema } from './references.ts'

/**
 * The kinds of each schema with a discriminator but no alternatives: the schemas that inherit from it through
 * `allOf`. Validators ignore kinds, but types and sample values need them.
 * @see OpenAPI 3.1.1, Discriminator Object
 */
export class InheritedKinds {
  readonly #definitions: ReadonlyMap<string, JsonSchema>
  /** Direct subtypes of schemas with kinds, and of their subtypes. */
  readonly #children: ReadonlyMap<string, readonly string[]>

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#definitions = definitions
    const heirs = new Map<string, string[]>()
    for (const name of definitions.keys())
      for (const parent of new Set(this.#parents(name)))
        heirs.set(parent, [...(heirs.get(parent) ?? []), name])
    const roots = [...heirs.keys()].filter((name) => this.discriminator(name) !== undefined)
    const members = reachableDefinitions(roots, (name) => heirs.get(name) ?? [])
    this.#children = new Map([...members].map((name) => [name, heirs.get(name) ?? []]))
  }

  /** True if a schema has kinds, or is a kind. */
  has(name: string): boolean {
    return this.#children.has(name)
  }

  children(name: string): readonly string[] {
    return this.#children.get(name) ?? []
  }

  /** The schema and those of its ancestors that have kinds or are kinds, nearest first. */
  lineage(name: string): string[] {
    return [
      ...reachableDefinitions([name], (each) => this.#parents(each).filter((parent) => this.has(parent))),
    ]
  }

  /** The discriminator of a schema that has no alternatives. */
  discriminator(name: string): SchemaObject['discriminator'] {
    return heirsDiscriminator(this.#definitions.get(name))
  }

  #parents(name: string): string[] {
    const { allOf = [] } = keywordsOf(this.#definitions.get(name))
    return allOf.flatMap((part) => referredNamedSchema(keywordsOf(part).$ref) ?? [])
  }
}
