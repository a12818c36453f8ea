import { createValidatorWith, type EngineOptions, type Validator } from './compile.ts'
import type { JsonSchema } from './document/json-schema.ts'
import { linearPattern } from './pattern/linear-pattern.ts'

/** Options of one compiler of validators. */
export interface ValidatorOptions extends Partial<EngineOptions> {}

/**
 * Makes a compiler of schemas, as `createValidatorWith` does, whose patterns take time in proportion to the text. A pattern that
 * cannot be matched so is tried on short texts, and refuses longer ones. The engine for that is 50 kB compressed: where every
 * text and every pattern is one's own, `createValidatorWith` and `nativePattern` do without it.
 */
export function createValidator(
  definitions: Readonly<Record<string, JsonSchema>>,
  options: ValidatorOptions = {},
): (schema: JsonSchema) => Validator {
  return createValidatorWith(definitions, {
    compilePattern: linearPattern({ tooLong: 'refuse' }),
    ...options,
  })
}
