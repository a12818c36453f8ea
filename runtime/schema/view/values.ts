import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import { jsonTypeOf } from '../json/json.ts'

/**
 * The types that a schema's own keywords name or, if they name none, the implied type; empty if there is no
 * type.
 */
export function typesInSchema(schema: SchemaObject): readonly string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (type !== undefined) return type
  const implied = impliedType(schema)
  return implied === undefined ? [] : [implied]
}

/**
 * The types of values that a schema's own keywords concern: the named types, otherwise the types of its
 * listed values, otherwise the implied type; `undefined` if there are none.
 */
export function ownTypes(schema: SchemaObject): readonly string[] | undefined {
  if (schema.type !== undefined) return typesInSchema(schema)
  const listed = listedValues(schema)
  if (listed !== undefined) return listed.map(narrowTypeOf)
  const implied = impliedType(schema)
  return implied && [implied]
}

/** The value of `const` or, without `const`, the values of `enum`. */
export function listedValues(schema: SchemaObject): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum
}

/** The type that the keywords of a schema without `type` imply. Values of other types are valid too. */
export function impliedType(schema: SchemaObject): 'object' | 'array' | undefined {
  if (hasProperties(schema)) return 'object'
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined
}

/** True for a schema that describes object properties. */
export function hasProperties(schema: SchemaObject): boolean {
  return 'properties' in schema || 'additionalProperties' in schema || 'patternProperties' in schema
}

/** The narrowest `type` of a value: "integer" for 1, "number" for 1.5. */
export function narrowTypeOf(value: unknown): string {
  return Number.isInteger(value) ? 'integer' : jsonTypeOf(value)
}

/** True for a schema that allows no value because of `not: {}` or `not: true`. */
export function forbidsAll({ not }: { readonly not?: unknown }): boolean {
  return not === true || (typeof not === 'object' && not !== null && Object.keys(not).length === 0)
}

interface Typed {
  readonly written: JsonSchema
  readonly keywords: SchemaObject
  readonly types: readonly string[]
}

/** Facts about the values that a schema allows. */
export class SchemaValues {
  readonly #schema: Typed

  constructor(schema: Typed) {
    this.#schema = schema
  }

  /** The values that the schema lists; `undefined` if it does not list values. */
  get listed(): readonly unknown[] | undefined {
    return listedValues(this.#schema.keywords)
  }

  /**
   * The values that the schema lists; otherwise, both booleans if it allows only booleans, or booleans and
   * null; otherwise `undefined`.
   */
  get choices(): readonly unknown[] | undefined {
    const { types } = this.#schema
    const areBooleans =
      types.includes('boolean') && types.every((type) => type === 'boolean' || type === 'null')
    return this.listed ?? (areBooleans ? [true, false] : undefined)
  }

  get mayBeNumbers(): boolean {
    return this.#schema.types.some((type) => type === 'integer' || type === 'number')
  }

  /** True if the schema's stated or implied type is array, possibly with null. */
  get areLists(): boolean {
    const { types } = this.#schema
    return types.includes('array') && types.every((type) => type === 'array' || type === 'null')
  }

  /** True if the schema's type allows only null. */
  get areNull(): boolean {
    return this.#schema.keywords.type === 'null'
  }

  /** True for a schema that allows no value: `false`, or a schema whose `not` excludes every value. */
  get areNone(): boolean {
    const { written, keywords } = this.#schema
    return written === false || forbidsAll(keywords) || keywords.enum?.length === 0
  }
}
