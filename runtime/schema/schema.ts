export {
  createValidator,
  DEFAULT_MAX_ISSUES,
  type Validate,
  type Validator,
  type ValidatorOptions,
} from './compile.ts'
export { type JsonSchema, SchemaError, type SchemaObject } from './document/json-schema.ts'
export type { Issue } from './evaluation/issue.ts'
export { isValidFormat } from './formats/format.ts'
export type { CompilePattern, Pattern } from './pattern/pattern.ts'
export type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.ts'
