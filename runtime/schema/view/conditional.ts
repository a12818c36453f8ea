import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'

/** The schemas that hold of some values of a schema: by its `if`, or because a value has a property. */
export function conditionalSchemas(schema: SchemaObject): readonly JsonSchema[] {
  const { if: condition, then, else: otherwise, dependentSchemas = {} } = schema
  const decided = condition === undefined ? [] : [then, otherwise]
  return [...decided, ...Object.values(dependentSchemas)].filter((each) => each !== undefined)
}
