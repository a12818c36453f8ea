import { isObject } from '@concordat/runtime/json'
import { type Kind, plainKind } from '../kinds/kind.ts'

/** A string, or the environment variable that contains it. Secrets belong in a variable. */
export type Text = string | { readonly env: string }

/** True if a value names an environment variable. */
export const isEnvironmentVariable = (value: unknown): value is { readonly env: string } =>
  isObject(value) && Object.keys(value).length === 1 && typeof value['env'] === 'string'

/** A string that can be a secret. */
export const secretKind: Kind<Text> = plainKind({
  type: 'Text',
  expected: 'a string or { env: "NAME" }',
  schema: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { env: { type: 'string' } },
        required: ['env'],
        additionalProperties: false,
      },
    ],
  },
  fits: (value): value is Text => typeof value === 'string' || isEnvironmentVariable(value),
})
