/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. Keywords that the draft does not define are ignored. */
export type JsonSchema = boolean | SchemaObject

/** A schema that is no mere `true` or `false`: keywords by name. */
export interface SchemaObject {
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

/** An object in the JSON sense: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
