import type { SCHEMA_KEYWORDS } from './schema-keywords.ts'

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. Keywords that the draft does not define are ignored. */
export type JsonSchema = boolean | SchemaObject

/** What a keyword that holds schemas has as its value. */
interface Holding {
  readonly one: JsonSchema
  readonly list: readonly JsonSchema[]
  readonly map: Readonly<Record<string, JsonSchema>>
}

type Subschemas = {
  readonly [Keyword in keyof typeof SCHEMA_KEYWORDS]?: Holding[(typeof SCHEMA_KEYWORDS)[Keyword]]
}

/**
 * A schema that is not just `true` or `false`: keywords by name. The types are those that the draft gives; the engine takes
 * schemas of any origin, and throws where a value is of another kind.
 */
export interface SchemaObject extends Subschemas {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly multipleOf?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly minContains?: number
  readonly maxContains?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly deprecated?: boolean
  /** OpenAPI's own; the values of mappings are references, as in `$ref`. @see OpenAPI 3.2.0, Discriminator Object */
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping?: Readonly<Record<string, string>>
    /** The alternative for a value without the property, or with one that names none. */
    readonly defaultMapping?: string
  }
  readonly [keyword: string]: unknown
}

/** The schema itself is at fault: a reference leads nowhere, a keyword has a value that the draft does not allow. */
export class SchemaError extends Error {
  /** Where the fault is: a JSON Pointer such as "#/$defs/Pet/properties/name/pattern". */
  readonly location: string

  constructor(location: string, fact: string) {
    super(`${location}: ${fact}`)
    this.name = 'SchemaError'
    this.location = location
  }
}
