export {
  createValidator,
  DEFAULT_MAX_ISSUES,
  type Validate,
  type Validator,
  type ValidatorOptions,
} from './compile.ts'
export { isValidFormat } from './format.ts'
export type { Issue } from './issue.ts'
export { type JsonSchema, SchemaError, type SchemaObject } from './json-schema.ts'
export type { CompilePattern, Pattern } from './pattern/pattern.ts'
export type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.ts'
