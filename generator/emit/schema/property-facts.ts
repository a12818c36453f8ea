import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { type FactRules, listedValues, SchemaFact, statedFact } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { kindsNamedBySchema, referredNamedSchema } from '../../model/schema/references.ts'

/** Enumerated values; `undefined` if the values are not enumerated. */
type Values = ReadonlySet<unknown> | undefined

/** Facts about one object property. */
interface PropertyFact {
  readonly schemas: SchemaFact<readonly SchemaObject[]>
  readonly values: SchemaFact<Values>
  readonly isRequired: SchemaFact<boolean>
}

/** Facts about properties in a model's schemas. */
export class PropertyFacts {
  readonly #resolve: (reference: string) => JsonSchema | undefined
  readonly #byName = new Map<string, PropertyFact>()
  readonly #values: SchemaFact<Values>
  readonly #required: SchemaFact<ReadonlySet<string>>
  readonly #closed: SchemaFact<boolean>

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#resolve = (reference) => definitions.get(referredNamedSchema(reference) ?? '')
    this.#values = new SchemaFact(
      this.#resolve,
      commonValues((schema) => asSet(listedValues(schema))),
    )
    this.#required = new SchemaFact(this.#resolve, REQUIRED)
    this.#closed = new SchemaFact(this.#resolve, CLOSED)
  }

  /**
   * Returns the schemas of a property, declared in an object schema, its references and its `allOf` parts.
   * There is one schema, or one per alternative if only alternatives declare the property. The list is empty
   * if nothing declares the property, or not every alternative does.
   */
  schemas(schema: JsonSchema | undefined, property: string): readonly SchemaObject[] {
    return this.#of(property).schemas.of(schema)
  }

  /** Enumerated values of a property in objects with this schema. */
  values(schema: JsonSchema, property: string): Values {
    return this.#of(property).values.of(schema)
  }

  /** Enumerated values of a schema. */
  listed(schema: JsonSchema): Values {
    return this.#values.of(schema)
  }

  /** True for a schema without alternatives whose discriminator selects its subtypes. */
  hasKinds(schema: SchemaObject): boolean {
    return kindsNamedBySchema(schema).some((name) => this.#resolve(`#/$defs/${name}`) !== schema)
  }

  /** True if every alternative of a schema requires a property. */
  isRequired(schema: JsonSchema, property: string): boolean {
    return this.#of(property).isRequired.of(schema)
  }

  /** True if no value can match two alternatives, because each requires different values of the property. */
  tellsApart(property: string, alternatives: readonly JsonSchema[]): boolean {
    const objects = alternatives.filter(mayLowerToObject)
    const listed = objects.map((each) => [...(this.values(each, property) ?? [])])
    const isRequired = objects.every((each) => this.isRequired(each, property))
    const isListed = listed.every(({ length }) => length > 0)
    const isOnce = new Set(listed.flat()).size === listed.flat().length
    return isRequired && isListed && isOnce && objects.length >= alternatives.length - 1
  }

  /** Properties required by a schema or a part of it. */
  required(schema: JsonSchema): ReadonlySet<string> {
    return this.#required.of(schema)
  }

  /** True if a schema may reject undeclared properties. */
  mayBeClosed(schema: JsonSchema): boolean {
    return this.#closed.of(schema)
  }

  #of(property: string): PropertyFact {
    const known = this.#byName.get(property) ?? this.#make(property)
    this.#byName.set(property, known)
    return known
  }

  #make(property: string): PropertyFact {
    const isRequired = ({ required = [] }: SchemaObject) => required.includes(property)
    const ownOf = ({ properties = {} }: SchemaObject) =>
      Object.hasOwn(properties, property) ? properties[property] : undefined
    return {
      schemas: new SchemaFact(this.#resolve, declared(ownOf)),
      values: new SchemaFact(
        this.#resolve,
        commonValues((schema) => this.#values.of(ownOf(schema))),
      ),
      isRequired: new SchemaFact(this.#resolve, statedFact(isRequired, mayLowerToObject)),
    }
  }
}

function declared(own: (schema: SchemaObject) => JsonSchema | undefined): FactRules<readonly SchemaObject[]> {
  return {
    own(schema) {
      const property = own(schema)
      return typeof property === 'object' ? [property] : []
    },
    together: (all) => all.find(({ length }) => length > 0) ?? [],
    either: (all) => (all.every(({ length }) => length > 0) ? [...new Set(all.flat())] : []),
    counts: mayLowerToObject,
  }
}

/**
 * Combines enumerated values. A schema, its reference and its `allOf` parts have the values that all of them
 * allow; alternatives have the values that any of them allows.
 */
function commonValues(own: (schema: SchemaObject) => Values): FactRules<Values> {
  return {
    own,
    together(all) {
      const [first, ...others] = all.filter((values) => values !== undefined)
      return first && new Set([...first].filter((value) => others.every((values) => values.has(value))))
    },
    either(all) {
      const known = all.filter((values) => values !== undefined)
      return known.length < all.length ? undefined : new Set(known.flatMap((values) => [...values]))
    },
  }
}

function asSet(values: readonly unknown[] | undefined): Values {
  return values && new Set(values)
}

const NONE: ReadonlySet<string> = new Set()

const REQUIRED: FactRules<ReadonlySet<string>> = {
  own: ({ required = [] }) => (required.length === 0 ? NONE : new Set(required)),
  together: (all) => new Set(all.flatMap((names) => [...names])),
  either: () => NONE,
}

const CLOSED: FactRules<boolean> = {
  own: ({ additionalProperties }) => additionalProperties === false,
  together: (all) => all.includes(true),
  either: (all) => all.includes(true),
}

/** True if a schema's type allows objects. */
export function mayLowerToObject(schema: JsonSchema): boolean {
  const { type } = keywordsOf(schema)
  return type === undefined || [type].flat().includes('object')
}
