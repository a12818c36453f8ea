import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from '../../model/schema/references.ts'

interface Definitions {
  readonly definitions: ReadonlyMap<string, JsonSchema>
}

/** By the object's schema: what it says of one property. */
type Known = Map<JsonSchema, readonly SchemaObject[]>

/**
 * What an object's schema, what it refers to, or a part of its `allOf` says of a property: one schema; or where only its alternatives do, one for
 * each. Empty where it is not declared, or not by all alternatives.
 */
export function propertySchemas(
  schema: JsonSchema | undefined,
  property: string,
  context: Definitions,
  known: Known = new Map(),
): readonly SchemaObject[] {
  if (typeof schema !== 'object') return []
  const before = known.get(schema)
  if (before !== undefined) return before
  // What is met again within itself says nothing more.
  known.set(schema, [])
  const { $ref, properties = {}, allOf = [], anyOf, oneOf } = schema
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined
  const declared = (part: JsonSchema | undefined) => propertySchemas(part, property, context, known)
  const inAll = (branches: readonly JsonSchema[] = []): readonly SchemaObject[] => {
    const found = branches.filter(mayBeObject).map(declared)
    return found.every(({ length }) => length > 0) ? [...new Set(found.flat())] : []
  }
  const target = context.definitions.get(definitionName($ref) ?? '')
  const parts =
    typeof own === 'object' ? [[own]] : [...[target, ...allOf].map(declared), ...[anyOf, oneOf].map(inAll)]
  const found = parts.find(({ length }) => length > 0) ?? []
  known.set(schema, found)
  return found
}

/** Whether a schema does not say by its type that it is no object's. */
export function mayBeObject(schema: JsonSchema): boolean {
  const { type } = keywordsOf(schema)
  return type === undefined || [type].flat().includes('object')
}

/** The only values that something can have; undefined where they are not listed. */
type Values = ReadonlySet<unknown> | undefined

/** The only values that a property can have in an object of this schema. */
export function propertyValues(schema: JsonSchema, property: string, context: Definitions): Values {
  const listed = new ListedValues(context, ({ properties = {} }) => {
    const own = Object.hasOwn(properties, property) ? properties[property] : undefined
    return own === undefined ? undefined : values.of(own)
  })
  const values = new ListedValues(context, (part) => {
    if ('const' in part) return new Set([part.const])
    return part.enum === undefined ? undefined : new Set(part.enum)
  })
  return listed.of(schema)
}

/** What a schema lists, its reference and the parts of its `allOf` together, and one of its alternatives. */
class ListedValues {
  readonly #definitions: Definitions['definitions']
  readonly #own: (part: SchemaObject) => Values
  readonly #known = new Map<JsonSchema, Values>()

  constructor({ definitions }: Definitions, own: (part: SchemaObject) => Values) {
    this.#definitions = definitions
    this.#own = own
  }

  of(schema: JsonSchema): Values {
    if (this.#known.has(schema)) return this.#known.get(schema)
    // What is met again within itself says nothing more.
    this.#known.set(schema, undefined)
    const keywords = keywordsOf(schema)
    const target = this.#definitions.get(definitionName(keywords.$ref) ?? '')
    const parts = [...(target === undefined ? [] : [target]), ...(keywords.allOf ?? [])]
    const unions = [keywords.anyOf, keywords.oneOf].flatMap((branches) =>
      branches === undefined ? [] : [either(branches.map((branch) => this.of(branch)))],
    )
    const values = both([this.#own(keywords), ...parts.map((part) => this.of(part)), ...unions])
    this.#known.set(schema, values)
    return values
  }
}

function both(all: readonly Values[]): Values {
  const known = all.filter((values) => values !== undefined)
  const [first, ...others] = known
  return first && new Set([...first].filter((value) => others.every((values) => values.has(value))))
}

function either(all: readonly Values[]): Values {
  const known = all.filter((values) => values !== undefined)
  return known.length < all.length ? undefined : new Set(known.flatMap((values) => [...values]))
}
