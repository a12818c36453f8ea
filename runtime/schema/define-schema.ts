import { compilerOf, DEFAULT_MAX_ISSUES, type Validator } from './compile.ts'
import type { JsonSchema } from './document/json-schema.ts'
import { refKeyword } from './keywords/any.ts'
import type { StandardSchema } from './standard-schema.ts'
import { vocabularyOf, type Word } from './vocabulary/vocabulary.ts'

/** A schema, and the words that it uses. */
export interface Definition {
  readonly schema: JsonSchema
  readonly words: readonly Word[]
}

/**
 * A schema of a document as other libraries take it. It is compiled when it is first asked, so that
 * a module full of them costs nothing, by a compiler that knows only the words of its definitions,
 * so that a bundle has no others.
 * @param name of one of the definitions.
 * @param definitions that the schema reaches, itself among them.
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
