import { isLinearNatively } from '@concordat/runtime/linear-pattern'
import type { SchemaObject } from '@concordat/runtime/schema'
import type { PropertyFacts } from '../../emit/schema/property-facts.ts'
import { judgingKeywords } from '../schemas/words.ts'

/** Valibot's words for bounds. */
export const BOUNDS: Readonly<Record<string, string>> = {
  ...{ minLength: 'minCodePoints', maxLength: 'maxCodePoints', minItems: 'minLength', maxItems: 'maxLength' },
  ...{ minimum: 'minValue', maximum: 'maxValue', exclusiveMinimum: 'gtValue', exclusiveMaximum: 'ltValue' },
  ...{ minProperties: 'minEntries', maxProperties: 'maxEntries' },
}
const SAID = [
  ...['$ref', '$id', '$anchor', '$dynamicAnchor', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...[
    'discriminator',
    'pattern',
    'format',
    'items',
    'properties',
    'required',
    'additionalProperties',
    ...Object.keys(BOUNDS),
  ],
]
const UNSAID = judgingKeywords().filter((name) => !SAID.includes(name))

/** The keywords of a schema by which our validators judge and valibot cannot, or not in the same way. */
export function unsaidKeywords(schema: SchemaObject, facts: PropertyFacts): readonly string[] {
  const { pattern, discriminator, anyOf, oneOf = anyOf } = schema
  const names = [...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])]
  // It asks by `in` whether an object has a property.
  const isInherited = names.some((name) => name in Object.prototype)
  const isScalar = (value: unknown) => typeof value !== 'object' || value === null
  const isUnsaid: Readonly<Record<string, boolean>> = {
    format: schema.type === undefined,
    // Its expressions are those of the language, which backtrack.
    pattern: pattern !== undefined && !isLinearNatively(pattern),
    // Its tuples have all of their items.
    items: schema.prefixItems !== undefined,
    ...{ enum: schema.enum?.every(isScalar) === false, const: !isScalar(schema.const) },
    ...{ properties: isInherited, required: isInherited },
    additionalProperties: isInherited || schema.patternProperties !== undefined,
    // The alternative that a property names judges its object.
    discriminator:
      discriminator !== undefined &&
      (oneOf === undefined ? facts.hasKinds(schema) : !facts.tellsApart(discriminator.propertyName, oneOf)),
  }
  return Object.keys(schema).filter((name) => isUnsaid[name] ?? UNSAID.includes(name))
}
