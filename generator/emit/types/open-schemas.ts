import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { COMPOSED, SchemaFact } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { Model } from '../../model/model.ts'
import { InheritedKinds } from '../../model/schema/kinds.ts'
import { responseSchemas } from '../../model/schema/of-operation.ts'
import { reachableDefinitions, referredNamedSchema, walkNamedSchema } from '../../model/schema/references.ts'
import { PropertyFacts } from '../schema/property-facts.ts'

/**
 * Finds the open schemas among those that enumerate strings or numbers. Every schema with several values is
 * open, unless it distinguishes the alternatives of a union, because an open value narrows nothing.
 */
export function openSchemas(model: Pick<Model, 'schemas' | 'operations'>): (schema: JsonSchema) => boolean {
  const definitions = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const closed = new ClosedSchemas(definitions)
  for (const schema of definitions.values()) closed.addThoseOf(schema)
  for (const { descriptor } of model.operations)
    for (const schema of responseSchemas(descriptor)) closed.addThoseOf(schema)
  const kinds = new InheritedKinds(definitions)
  for (const name of definitions.keys()) {
    const discriminator = kinds.discriminator(name)
    if (discriminator === undefined) continue
    for (const kind of reachableDefinitions([name], (each) => kinds.children(each)))
      closed.addProperty(definitions.get(kind) ?? true, discriminator.propertyName)
  }
  return (schema) => listsSeveral(keywordsOf(schema)) && !closed.has(schema)
}

function listsSeveral({ enum: values = [] }: SchemaObject): boolean {
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').length > 1
}

/** The schemas of properties that distinguish alternatives. */
class ClosedSchemas {
  readonly #parts: SchemaFact<ReadonlySet<SchemaObject>>
  readonly #properties: PropertyFacts
  readonly #schemas = new Set<JsonSchema>()

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#parts = new SchemaFact(
      (reference) => definitions.get(referredNamedSchema(reference) ?? ''),
      COMPOSED,
    )
    this.#properties = new PropertyFacts(definitions)
  }

  has(schema: JsonSchema): boolean {
    return this.#schemas.has(schema)
  }

  /** Adds the closed schemas of all unions nested in a schema. */
  addThoseOf(schema: JsonSchema): void {
    walkNamedSchema(schema, ({ anyOf, oneOf, discriminator }) => {
      for (const branches of [anyOf, oneOf]) {
        if (branches === undefined) continue
        const names = new Set([
          ...(discriminator ? [discriminator.propertyName] : []),
          ...this.#tellApart(branches),
        ])
        for (const name of names) for (const branch of branches) this.addProperty(branch, name)
      }
    })
  }

  /** Adds every schema that determines the values of an object's property. */
  addProperty(object: JsonSchema, name: string): void {
    const declared = [...this.#parts.of(object)].flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? [properties[name] ?? true] : [],
    )
    for (const schema of declared) for (const part of this.#parts.of(schema)) this.#schemas.add(part)
  }

  /** The properties whose values are listed by several alternatives. */
  #tellApart(branches: readonly JsonSchema[]): string[] {
    const listed = branches.flatMap((branch) => {
      const names = new Set(
        [...this.#parts.of(branch)].flatMap(({ properties = {} }) => Object.keys(properties)),
      )
      return [...names].filter((name) => this.#properties.values(branch, name) !== undefined)
    })
    const seen = new Set<string>()
    return listed.filter((name) => seen.has(name) || !seen.add(name))
  }
}
