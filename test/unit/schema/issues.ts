import { createValidator, type JsonSchema } from '@concordat/runtime/schema'

/** Returns issues in short form: location in the value, location of the keyword in the schema, message. */
export function issuesOf(schema: JsonSchema, value: unknown, definitions: Record<string, JsonSchema> = {}) {
  return createValidator(definitions)(schema)(value).map(
    (issue) => [issue.instancePath, issue.schemaPath, issue.message] as const,
  )
}

export function isValid(
  schema: JsonSchema,
  value: unknown,
  definitions: Record<string, JsonSchema> = {},
): boolean {
  return createValidator(definitions)(schema)(value).length === 0
}
