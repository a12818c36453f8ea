import type { Validator } from './compile.ts'
import { createValidator } from './create-validator.ts'
import type { JsonSchema } from './document/json-schema.ts'
import type { StandardSchema } from './standard-schema.ts'

/**
 * A schema of a document as other libraries take it. It is compiled when it is first asked, so that a module full of them costs nothing.
 * @param name of one of the definitions.
 * @param definitions that the schema reaches, itself among them.
 */
export function defineSchema<Value>(
  name: string,
  definitions: () => Readonly<Record<string, JsonSchema>>,
): StandardSchema<Value> {
  let validator: Validator | undefined
  return {
    '~standard': {
      version: 1,
      vendor: 'concordat',
      validate(value) {
        validator ??= createValidator(definitions())({ $ref: `#/$defs/${name}` })
        return (validator as StandardSchema as StandardSchema<Value>)['~standard'].validate(value)
      },
    },
  }
}
