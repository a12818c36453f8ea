import { createValidator, type JsonSchema } from '@concordat/runtime/schema'

/** Issues in short: place in the value, keyword's place in the schema, message. */
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
