export { createValidator, type Validate } from './compile.ts'
export { isValidFormat } from './format.ts'
export type { Issue } from './issue.ts'
export { type JsonSchema, SchemaError } from './json-schema.ts'
