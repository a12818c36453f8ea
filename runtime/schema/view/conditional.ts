import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'

/** The schemas that apply to some values only: by `if`, or because a property is present. */
export function conditionalSchemas(schema: SchemaObject): readonly JsonSchema[] {
  const { if: condition, then, else: otherwise, dependentSchemas = {} } = schema
  const decided = condition === undefined ? [] : [then, otherwise]
  return [...decided, ...Object.values(dependentSchemas)].filter((each) => each !== undefined)
}
