import { createValidator, type JsonSchema, Schemas, type TextsShape } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'

/** Types whose values are never converted from strings. */
const WRITTEN_SO: readonly string[] = ['string', 'object']

/**
 * Finds the defaults for absent members and the values that strings represent, in the schemas of a document.
 */
export class KnownValues {
  readonly #schemas: Schemas

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = new Schemas(definitions, createValidator(definitions, { maxIssues: 1 }))
  }

  /**
   * Default of a schema, or of the schema to which it refers; `undefined` if there is no default or it is not
   * valid.
   */
  defaultOf(written: JsonSchema): unknown {
    const schema = this.#schemas.of(written)
    const value =
      schema.own.default ??
      keywordsOf(this.#schemas.of(schema.document.resolve(schema.own.$ref)).written).default
    return value !== undefined && schema.allows(value) ? value : undefined
  }

  /**
   * Types and values that a string can represent under a schema; `undefined` if it is always just a string.
   */
  textsOf(written: JsonSchema): TextsShape | undefined {
    const alternatives = this.#schemas.of(written).alternatives
    const types = [...new Set(alternatives.flatMap((each) => each.types))]
    const values = alternatives.flatMap(({ values: { listed = [] } }) => listed)
    const isText = types.every((type) => WRITTEN_SO.includes(type))
    if (isText && (types.length > 0 || values.every((value) => typeof value === 'string'))) return undefined
    const [items] = alternatives.flatMap((each) =>
      each.values.areLists ? (this.textsOf(each.items.written) ?? []) : [],
    )
    return { types, ...(values.length > 0 && { values }), ...(items !== undefined && { items }) }
  }
}
