export { createValidator, DEFAULT_MAX_ISSUES, type Validate, type ValidatorOptions } from './compile.ts'
export { isValidFormat } from './format.ts'
export type { Issue } from './issue.ts'
export { type JsonSchema, SchemaError, type SchemaObject } from './json-schema.ts'
