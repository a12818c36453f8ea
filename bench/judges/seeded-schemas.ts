import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import fc from 'fast-check'

/** Few names, so that schemas and values often match; likewise the scalars below. */
const name = fc.constantFrom('a', 'b', 'ab', 'constructor')
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 1.5, -1, '', 'a', 'b', 'ab', '\u{1f600}')

export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string')
const count = fc.nat({ max: 3 })
const bound = fc.constantFrom(-1, 0, 1, 1.5, 2)
const pattern = fc.constantFrom('^a', 'b$', '^.$', '')
const names = fc.uniqueArray(name, { maxLength: 2 })

/**
 * Schemas with up to four keywords.
 * @param applying creates the keywords that apply other schemas.
 * @param shaped transforms every schema with keywords, at every depth.
 */
export function schemasWith(
  applying: (one: fc.Arbitrary<JsonSchema>) => fc.Arbitrary<object>[],
  shaped: (schema: SchemaObject) => JsonSchema = (schema) => schema,
): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema }>((tie) => {
    const keyword = fc.oneof(...judging, ...applying(tie('schema')))
    const keywords = fc
      .array(keyword, { minLength: 1, maxLength: 4 })
      .map((parts) => shaped(Object.assign({}, ...parts)))
    return { schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), keywords) }
  }).schema
}

const judging: fc.Arbitrary<object>[] = [
  fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) }),
  fc.record({
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (item) => JSON.stringify(item) }),
  }),
  fc.record({ const: value }),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((key) =>
    fc.record({ [key]: count }),
  ),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((key) => fc.record({ [key]: bound })),
  fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
  fc.record({ pattern }),
  fc.record({ uniqueItems: fc.boolean() }),
  fc.record({ required: names }),
  fc.record({ dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }) }),
  fc.record({ $ref: fc.constantFrom('#/$defs/List', '#/$defs/Tree') }),
]

const byName = (one: fc.Arbitrary<JsonSchema>) =>
  fc.dictionary(name, one, { maxKeys: 3, noNullPrototype: true })
const several = (one: fc.Arbitrary<JsonSchema>) => fc.array(one, { minLength: 1, maxLength: 3 })

/** Keywords that make the whole schema fail if one of their subschemas fails. */
export const conjunctive = (one: fc.Arbitrary<JsonSchema>) => [
  fc.record({ patternProperties: fc.dictionary(pattern, one, { maxKeys: 2, noNullPrototype: true }) }),
  ...['properties', 'dependentSchemas'].map((key) => fc.record({ [key]: byName(one) })),
  ...['prefixItems', 'allOf'].map((key) => fc.record({ [key]: several(one) })),
  ...['items', 'additionalProperties', 'propertyNames'].map((key) => fc.record({ [key]: one })),
]

/** Keywords that allow the whole schema to be valid even if one of their subschemas fails. */
export const disjunctive = (one: fc.Arbitrary<JsonSchema>) => [
  fc.record({ contains: one, minContains: count, maxContains: count }, { requiredKeys: ['contains'] }),
  // biome-ignore lint/suspicious/noThenProperty: a schema, no promise.
  fc.record({ if: one, then: one, else: one }, { requiredKeys: ['if'] }),
  fc.record({ not: one }),
  ...['anyOf', 'oneOf'].map((key) => fc.record({ [key]: several(one) })),
]

export const unevaluated = (one: fc.Arbitrary<JsonSchema>) =>
  ['unevaluatedItems', 'unevaluatedProperties'].map((key) => fc.record({ [key]: one }))

/** Schemas to which other schemas refer; each also refers to itself. */
export const definitions: Record<string, JsonSchema> = {
  List: { type: ['array', 'null'], items: { $ref: '#/$defs/List' } },
  Tree: { type: 'object', properties: { a: { $ref: '#/$defs/Tree' }, b: true }, required: ['b'] },
}
