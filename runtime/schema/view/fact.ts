import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'

/** Rules for deriving a fact about a schema's values from the schema's parts. */
export interface FactRules<Value> {
  /** The value from the schema's own keywords; `true` and `false` have no keywords. */
  own(schema: SchemaObject): Value
  /**
   * The value if all of these apply: the schema's own value, then those of its reference, of `allOf`, and of
   * each union.
   */
  together(values: readonly Value[]): Value
  /** The value if one of these applies: the values of a union's alternatives. The list can be empty. */
  either(values: readonly Value[]): Value
  /** True for an alternative that counts. If this is absent, all alternatives count. */
  counts?(alternative: JsonSchema): boolean
  /**
   * True only for schemas whose own keywords do not affect the fact. Most of them are for strings and
   * numbers, and caching their values would be slower.
   */
  isSilent?(schema: SchemaObject): boolean
}

/**
 * One fact about schemas, derived through all references and compositions. It is computed once per schema, so
 * schemas must not change. A schema nested in itself adds nothing.
 */
export class SchemaFact<Value> {
  readonly #resolve: (reference: string) => JsonSchema | undefined
  readonly #rules: FactRules<Value>
  readonly #nothing: Value
  /**
   * Not a WeakMap: the definitions keep their schemas alive anyway, and a WeakMap takes four times as long.
   */
  readonly #known = new Map<SchemaObject, { readonly value: Value }>()
  /**
   * Values for schemas that refer back to a surrounding schema. They are valid only in this search, in which
   * the surrounding schema adds nothing.
   */
  readonly #provisional = new Map<SchemaObject, { readonly value: Value }>()
  /** Schemas being evaluated, with their depth. */
  readonly #open = new Map<SchemaObject, number>()
  /** Depth of the outermost surrounding schema to which a nested schema refers back. */
  #outermost = Number.POSITIVE_INFINITY

  /** @param resolve returns the target of a reference. */
  constructor(resolve: (reference: string) => JsonSchema | undefined, rules: FactRules<Value>) {
    this.#resolve = resolve
    this.#rules = rules
    this.#nothing = rules.own({})
  }

  of(schema: JsonSchema | undefined): Value {
    if (typeof schema !== 'object') return this.#nothing
    const isAlone = !isComposedSchema(schema)
    if (isAlone && this.#rules.isSilent?.(schema) === true) return this.#nothing
    const known = this.#known.get(schema) ?? this.#provisional.get(schema)
    if (known !== undefined) return known.value
    if (isAlone) return this.#keep(schema, this.#rules.own(schema))
    const depth = this.#open.get(schema)
    if (depth === undefined) return this.#read(schema)
    this.#outermost = Math.min(this.#outermost, depth)
    return this.#nothing
  }

  #read(schema: SchemaObject): Value {
    const depth = this.#open.size
    const outermost = this.#outermost
    this.#outermost = Number.POSITIVE_INFINITY
    this.#open.set(schema, depth)
    const value = this.#compose(schema)
    this.#open.delete(schema)
    const isWhole = this.#outermost >= depth
    if (isWhole) this.#keep(schema, value)
    else this.#provisional.set(schema, { value })
    this.#outermost = isWhole ? outermost : Math.min(outermost, this.#outermost)
    if (depth === 0) this.#provisional.clear()
    return value
  }

  #keep(schema: SchemaObject, value: Value): Value {
    this.#known.set(schema, { value })
    return value
  }

  #compose(schema: SchemaObject): Value {
    const { $ref, allOf, anyOf, oneOf } = schema
    if ($ref !== undefined && isOnlyKeyword(schema)) return this.of(this.#resolve($ref))
    const values = [this.#rules.own(schema)]
    if ($ref !== undefined) values.push(this.of(this.#resolve($ref)))
    for (const part of allOf ?? []) values.push(this.of(part))
    for (const alternatives of [anyOf, oneOf])
      if (alternatives !== undefined) values.push(this.#either(alternatives))
    const [only] = values
    return values.length === 1 && only !== undefined ? only : this.#rules.together(values)
  }

  #either(alternatives: readonly JsonSchema[]): Value {
    const { counts } = this.#rules
    const counted = counts === undefined ? alternatives : alternatives.filter((each) => counts(each))
    return this.#rules.either(counted.map((each) => this.of(each)))
  }
}

/** True for a schema that depends on other schemas: a reference, parts or alternatives. */
export function isComposedSchema({ $ref, allOf, anyOf, oneOf }: Composition): boolean {
  return $ref !== undefined || allOf !== undefined || anyOf !== undefined || oneOf !== undefined
}

type Composition = { readonly [Keyword in '$ref' | 'allOf' | 'anyOf' | 'oneOf']?: unknown }

/** True for a schema that has at most one keyword. */
export function isOnlyKeyword(schema: SchemaObject): boolean {
  let count = 0
  for (const _ in schema) if (++count > 1) return false
  return true
}

/** Rules for a fact that is true or false. It is true if any part states it or all alternatives do. */
export function statedFact(
  own: (schema: SchemaObject) => boolean,
  counts: (alternative: JsonSchema) => boolean = () => true,
): FactRules<boolean> {
  return {
    own,
    together: (values) => values.includes(true),
    either: (values) => values.length > 0 && !values.includes(false),
    counts,
  }
}
