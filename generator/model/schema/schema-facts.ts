import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { isOnlyKeyword, OCTETS, SchemaFact, statedFact } from '@concordat/runtime/schema-view'
import { FacetReader, type Facets } from './facts/facets.ts'
import {
  HAS_MEMBERS,
  ITEMS,
  OBJECT_SHAPE,
  type ObjectShape,
  PARTS,
  PROPERTIES,
  type SchemaMember,
} from './facts/members.ts'
import { referredNamedSchema } from './references.ts'

/** Maximum length of a reference chain. */
const MOST_HOPS = 8

/** Facts about a document's schemas, bound to its definitions and cached. */
export class SchemaFacts {
  readonly #parts: SchemaFact<readonly SchemaObject[]>
  readonly #properties: SchemaFact<ReadonlyMap<string, JsonSchema>>
  readonly #shapes: SchemaFact<ObjectShape>
  readonly #hasMembers: SchemaFact<boolean>
  readonly #items: SchemaFact<JsonSchema | undefined>
  readonly #octets: SchemaFact<boolean>
  readonly #facets: FacetReader
  /** For each property name, a fact that is true if a schema declares the property. */
  readonly #having = new Map<string, SchemaFact<boolean>>()
  readonly #resolve: (reference: string) => JsonSchema | undefined

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#resolve = (reference) => definitions.get(referredNamedSchema(reference) ?? '')
    this.#parts = new SchemaFact(this.#resolve, PARTS)
    this.#properties = new SchemaFact(this.#resolve, PROPERTIES)
    this.#shapes = new SchemaFact(this.#resolve, OBJECT_SHAPE)
    this.#hasMembers = new SchemaFact(this.#resolve, HAS_MEMBERS)
    this.#items = new SchemaFact(this.#resolve, ITEMS)
    this.#facets = new FacetReader(this.#resolve)
    this.#octets = new SchemaFact(this.#resolve, OCTETS)
  }

  /** Follows bare references to the schema behind them, which has the same facts. */
  behind(schema: JsonSchema | undefined): JsonSchema | undefined {
    let behind = schema
    for (let hops = 0; hops < MOST_HOPS && typeof behind === 'object' && isOnlyKeyword(behind); hops++) {
      if (behind.$ref === undefined) return behind
      behind = this.#resolve(behind.$ref)
    }
    return behind
  }

  /** Declared properties that every object of this schema can have, without those of alternatives. */
  properties(schema: JsonSchema | undefined): ReadonlyMap<string, JsonSchema> {
    return this.#properties.of(schema)
  }

  /** Declared properties that an object of this schema can have, including those of alternatives. */
  members(schema: JsonSchema | undefined): ReadonlyMap<string, SchemaMember> {
    return this.#shapes.of(schema).members
  }

  /** True if `members` is not empty. */
  hasMembers(schema: JsonSchema | undefined): boolean {
    return this.#hasMembers.of(schema)
  }

  /** True if the schema declares the property, in any of its parts or in all of its alternatives. */
  hasProperty(schema: JsonSchema | undefined, name: string): boolean {
    const having =
      this.#having.get(name) ??
      new SchemaFact(
        this.#resolve,
        statedFact(({ properties = {} }) => Object.hasOwn(properties, name)),
      )
    this.#having.set(name, having)
    return having.of(schema)
  }

  /** An array's item schema; `undefined` unless every alternative except null is an array. */
  items(schema: JsonSchema | undefined): JsonSchema | undefined {
    return this.#items.of(schema)
  }

  /** Names of the properties that the schema and its parts require. */
  required(schema: JsonSchema | undefined): string[] {
    return this.parts(schema).flatMap(({ required = [] }) => required)
  }

  facets(schema: JsonSchema | undefined): Facets {
    return this.#facets.of(this.behind(schema))
  }

  /** True if every value except null consists of octets. */
  isOctets(schema: JsonSchema | undefined): boolean {
    return this.#octets.of(schema)
  }

  /** True if every value is an object or an array, as the schema or one of its parts states. */
  isStructured(schema: JsonSchema | undefined): boolean {
    return this.parts(schema).some(
      ({ type }) =>
        type !== undefined && [type].flat().every((each) => each === 'object' || each === 'array'),
    )
  }

  /** All schemas that apply: the schema itself, its reference target and the parts of its `allOf`. */
  parts(schema: JsonSchema | undefined): readonly SchemaObject[] {
    return typeof schema === 'object' ? this.#parts.of(schema) : []
  }
}
