import { createValidator, type JsonSchema, type SchemaObject } from '@concordat/runtime/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Few names, numbers and texts, so that schemas and values meet. */
const name = fc.constantFrom('a', 'b', 'ab', 'constructor')
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 1.5, -1, '', 'a', 'b', 'ab', '\u{1f600}')

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
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

/** Schemas of up to four keywords; `applying` makes those that apply other schemas. */
function schemasWith(
  applying: (one: fc.Arbitrary<JsonSchema>) => fc.Arbitrary<object>[],
): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema }>((tie) => {
    const keyword = fc.oneof(...judging, ...applying(tie('schema')))
    const keywords = fc
      .array(keyword, { minLength: 1, maxLength: 4 })
      .map((parts) => withoutFaults(Object.assign({}, ...parts)))
    return { schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), keywords) }
  }).schema
}

/** Leaves out the pairs of keywords on which Ajv 8.20 itself is at fault. */
function withoutFaults(schema: SchemaObject): JsonSchema {
  const { prefixItems, if: condition, ...rest } = schema
  return {
    ...rest,
    // Beside prefixItems, Ajv lets an empty array pass `contains`.
    ...(prefixItems !== undefined && !('contains' in schema) && { prefixItems }),
    // For a condition that is a boolean, Ajv can write code that does not compile.
    ...(typeof condition === 'object' && { if: condition }),
  }
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

/** Keywords under which a schema that fails makes the whole fail. */
const conjunctive = (one: fc.Arbitrary<JsonSchema>) => [
  fc.record({ patternProperties: fc.dictionary(pattern, one, { maxKeys: 2, noNullPrototype: true }) }),
  ...['properties', 'dependentSchemas'].map((key) => fc.record({ [key]: byName(one) })),
  ...['prefixItems', 'allOf'].map((key) => fc.record({ [key]: several(one) })),
  ...['items', 'additionalProperties', 'propertyNames'].map((key) => fc.record({ [key]: one })),
]

/** Keywords under which a schema may fail and the whole still hold. */
const disjunctive = (one: fc.Arbitrary<JsonSchema>) => [
  fc.record({ contains: one, minContains: count, maxContains: count }, { requiredKeys: ['contains'] }),
  // biome-ignore lint/suspicious/noThenProperty: a schema, no promise.
  fc.record({ if: one, then: one, else: one }, { requiredKeys: ['if'] }),
  fc.record({ not: one }),
  ...['anyOf', 'oneOf'].map((key) => fc.record({ [key]: several(one) })),
]

const unevaluated = (one: fc.Arbitrary<JsonSchema>) =>
  ['unevaluatedItems', 'unevaluatedProperties'].map((key) => fc.record({ [key]: one }))

const definitions: Record<string, JsonSchema> = {
  List: { type: ['array', 'null'], items: { $ref: '#/$defs/List' } },
  Tree: { type: 'object', properties: { a: { $ref: '#/$defs/Tree' }, b: true }, required: ['b'] },
}

/** @param tracks whether Ajv notes what is evaluated. It can crash on that where no keyword asks for it, but has no such option. */
function verdictOfAjv(root: JsonSchema, { tracks }: { tracks: boolean }): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false })
  ajv.opts.unevaluated = tracks
  return ajv.compile<unknown>({ $defs: definitions, allOf: [root] })
}

// Ajv takes what an object inherits, such as "constructor", for evaluated.
const inheritsNothing = (item: unknown) => !JSON.stringify(item).includes('constructor')
const values = fc.array(value, { minLength: 1, maxLength: 12 })

test.each([
  {
    title: 'every keyword but unevaluated…',
    schemas: schemasWith((one) => [...conjunctive(one), ...disjunctive(one)]),
    items: values,
    tracks: false,
  },
  {
    // Ajv 8.20 counts what a failing branch of anyOf, oneOf or if has evaluated, against Core 2020-12, 7.7.1.1.
    title: 'unevaluated… beside what cannot fail alone',
    schemas: schemasWith((one) => [...conjunctive(one), ...unevaluated(one)]),
    items: values.filter(inheritsNothing),
    tracks: true,
  },
])('verdicts are those of Ajv: $title', ({ schemas, items, tracks }) => {
  const verdicts = { valid: 0, invalid: 0 }
  const compile = createValidator(definitions)
  fc.assert(
    fc.property(schemas, items, (root, instances) => {
      const validate = compile(root)
      const isValid = verdictOfAjv(root, { tracks })
      for (const item of instances) {
        const expected = isValid(item)
        expect(validate(item).length === 0, `Ajv says ${expected} of ${JSON.stringify(item)}`).toBe(expected)
        verdicts[expected ? 'valid' : 'invalid']++
      }
    }),
    // On failure fast-check prints the seed and the path of the smallest counterexample.
    { numRuns: 600, seed: Number(process.env['CONCORDAT_SEED'] ?? 20_240_506) },
  )
  // A comparison of nothing but refusals, or of none, would show little.
  expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(500)
})
