export { DEFAULT_MAX_ISSUES, type Validate, type Validator } from './compile.ts'
export {
  createValidator,
  createValidatorWith,
  type EngineOptions,
  type ValidatorOptions,
} from './create-validator.ts'
export { type JsonSchema, SchemaError, type SchemaObject } from './document/json-schema.ts'
export { definitionAt } from './document/reference.ts'
export type { Issue } from './evaluation/issue.ts'
export { isValidFormat } from './formats/known.ts'
export { type TextsShape, textsAs } from './formats/texts-as.ts'
export { type CompilePattern, nativePattern, type Pattern } from './pattern/pattern.ts'
export type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.ts'
export { Schema } from './view/schema.ts'
export { Schemas } from './view/schemas.ts'
