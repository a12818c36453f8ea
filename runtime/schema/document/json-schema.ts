import type { HoldsOf, KeywordName, KeywordValues, SchemaKeyword, ValueOf } from './keyword-table.ts'

/**
 * A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. Keywords that neither of them defines are ignored.
 */
export type JsonSchema = boolean | SchemaObject

/** Value of a keyword that holds schemas. */
interface Holding {
  readonly one: JsonSchema
  readonly list: readonly JsonSchema[]
  readonly map: Readonly<Record<string, JsonSchema>>
}

type Subschemas = { readonly [Name in SchemaKeyword]?: Holding[HoldsOf<Name>] }

type Values = {
  readonly [Name in Exclude<KeywordName, SchemaKeyword>]?: KeywordValues[ValueOf<Name>]
}

/**
 * A schema other than `true` and `false`: keywords by name, with the types from the draft. The engine also
 * accepts schemas that were not type-checked, and throws if a keyword's value has another type.
 */
export interface SchemaObject extends Subschemas, Values {
  readonly [keyword: string]: unknown
}

/**
 * An error in the schema itself, such as a reference without a target or a keyword value that the draft does
 * not allow.
 */
export class SchemaError extends Error {
  /** Location of the error: a JSON Pointer such as "#/$defs/Pet/properties/name/pattern". */
  readonly location: string

  constructor(location: string, fact: string) {
    super(`${location}: ${fact}`)
    this.name = 'SchemaError'
    this.location = location
  }
}
