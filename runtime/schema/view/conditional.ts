import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'

/** The schemas that apply only to some values: because of `if`, or because a property is present. */
export function conditionalSchemas(schema: SchemaObject): readonly JsonSchema[] {
  const { if: condition, then, else: otherwise, dependentSchemas = {} } = schema
  const decided = condition === undefined ? [] : [then, otherwise]
  return [...decided, ...Object.values(dependentSchemas)].filter((each) => each !== undefined)
}
