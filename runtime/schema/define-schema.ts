import { compilerOf, DEFAULT_MAX_ISSUES, type Validator } from './compile.ts'
import type { JsonSchema } from './document/json-schema.ts'
import { refKeyword } from './keywords/any.ts'
import type { StandardSchema } from './standard-schema.ts'
import { vocabularyOf, type Word } from './vocabulary/vocabulary.ts'

/** A schema and the vocabulary words that its validation needs. */
export interface Definition {
  readonly schema: JsonSchema
  readonly words: readonly Word[]
}

/**
 * Creates a validator for a document's schema in the form that other libraries accept. It is compiled on
 * first use, so that importing many schemas costs nothing. The compiler knows only the keywords that these
 * definitions use, so that a bundle contains no others.
 * @param name name of one of the definitions.
 * @param definitions that definition and all others that it reaches.
 */
export function defineSchema<Value>(
  name: string,
  definitions: () => Readonly<Record<string, Definition>>,
): StandardSchema<Value> {
  let validator: Validator | undefined
  return {
    '~standard': {
      version: 1,
      vendor: 'concordat',
      validate(value) {
        validator ??= validatorOf(name, definitions())
        return (validator as StandardSchema as StandardSchema<Value>)['~standard'].validate(value)
      },
    },
  }
}

function validatorOf(name: string, definitions: Readonly<Record<string, Definition>>): Validator {
  const vocabulary = vocabularyOf([refKeyword, ...Object.values(definitions).flatMap(({ words }) => words)])
  const schemas = Object.entries(definitions).map(([key, { schema }]) => [key, schema] as const)
  const compile = compilerOf(Object.fromEntries(schemas), { vocabulary, maxIssues: DEFAULT_MAX_ISSUES })
  return compile({ $ref: `#/$defs/${name}` })
}
