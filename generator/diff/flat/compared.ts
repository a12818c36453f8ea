import type { JudgingKeyword } from '@concordat/runtime/subschemas'

/**
 * For each keyword, the way to compare it in two schemas: by its part in `Flat` or, if there is no kind of
 * change for it, as text.
 */
const COMPARED = {
  $ref: 'flat',
  $dynamicRef: 'text',
  type: 'flat',
  enum: 'flat',
  const: 'flat',
  required: 'flat',
  pattern: 'flat',
  format: 'flat',
  dependentRequired: 'text',
  multipleOf: 'flat',
  maximum: 'flat',
  minimum: 'flat',
  exclusiveMaximum: 'flat',
  exclusiveMinimum: 'flat',
  maxLength: 'flat',
  minLength: 'flat',
  maxItems: 'flat',
  minItems: 'flat',
  uniqueItems: 'flat',
  maxContains: 'text',
  minContains: 'text',
  maxProperties: 'flat',
  minProperties: 'flat',
  discriminator: 'flat',
  not: 'text',
  if: 'text',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: 'text',
  else: 'text',
  contains: 'text',
  propertyNames: 'text',
  properties: 'flat',
  patternProperties: 'text',
  additionalProperties: 'flat',
  unevaluatedProperties: 'flat',
  items: 'flat',
  prefixItems: 'flat',
  unevaluatedItems: 'text',
  allOf: 'flat',
  anyOf: 'flat',
  oneOf: 'flat',
  dependentSchemas: 'text',
} as const satisfies Readonly<Record<JudgingKeyword, 'flat' | 'text'>>

export const FLAT_COMPARED_AS_TEXT = Object.entries(COMPARED).flatMap(([name, how]) =>
  how === 'text' ? [name] : [],
)
