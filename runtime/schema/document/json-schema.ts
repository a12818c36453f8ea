import type { HoldsOf, KeywordName, KeywordValues, SchemaKeyword, ValueOf } from './keyword-table.ts'

/**
 * A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. Keywords that the draft does not define are ignored.
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
 * A schema that is not just `true` or `false`: keywords by name. The types are those that the draft gives;
 * the engine takes schemas of any origin, and throws where a value is of another kind.
 */
export interface SchemaObject extends Subschemas, Values {
  readonly [keyword: string]: unknown
}

/**
 * The schema itself is at fault: a reference leads nowhere, a keyword has a value
 * that the draft does not allow.
 */
export class SchemaError extends Error {
  /** Location of the fault: a JSON Pointer such as "#/$defs/Pet/properties/name/pattern". */
  readonly location: string

  constructor(location: string, fact: string) {
    super(`${location}: ${fact}`)
    this.name = 'SchemaError'
    this.location = location
  }
}
