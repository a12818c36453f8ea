import { schemaIn } from '@concordat/contract/document'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryOf } from '../../../../../runtime/contract/world/values/arbitraries/arbitrary.ts'
import { schemaContradiction } from '../../../../../runtime/contract/world/values/arbitraries/contradiction.ts'
import {
  fittingArbitrary,
  makeableArbitrary,
} from '../../../../../runtime/contract/world/values/arbitraries/fitting.ts'
import { randomValue } from '../../../../../runtime/contract/world/values/arbitraries/valid-value.ts'
import { namesOfRun } from '../../../../../runtime/contract/world/values/names.ts'
import { sampleValue } from '../../../../../runtime/contract/world/values/sample.ts'
import { Unmakeable } from '../../../../../runtime/contract/world/values/unmakeable.ts'

/** Schemas that refer to themselves in every way that is endless, or that would need too much memory. */
const definitions: Record<string, JsonSchema> = {
  Required: { type: 'object', required: ['self'], properties: { self: { $ref: '#/$defs/Required' } } },
  Triggers: {
    type: 'object',
    required: ['triggers'],
    properties: { triggers: { type: 'array', items: { $ref: '#/$defs/Triggers' } } },
  },
  Nested: { type: 'array', minItems: 1, items: { $ref: '#/$defs/Nested' } },
  Own: { oneOf: [{ $ref: '#/$defs/Own' }, { type: 'string' }] },
  Parts: { allOf: [{ $ref: '#/$defs/Parts' }, { type: 'object', properties: { a: { type: 'string' } } }] },
  Leaf: { oneOf: [{ $ref: '#/$defs/Required' }, { type: 'integer' }] },
  Wide: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `member${index}`,
        { type: 'array', items: { $ref: '#/$defs/Wide' } },
      ]),
    ),
  },
}

const refer = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })
const full = (schema: JsonSchema): unknown =>
  sampleValue(schemaIn({ definitions }, schema), { names: namesOfRun('test'), variant: 'full', hint: 'body' })
const some = (schema: JsonSchema): unknown[] =>
  fc.sample(arbitraryOf(schemaIn({ definitions }, schema)), { seed: 1, numRuns: 30 })

describe('schemas without end', () => {
  test.each(['Triggers', 'Wide'])('%s has values, none of them large', (name) => {
    const validate = createValidator(definitions)(refer(name))
    for (const value of [full(refer(name)), ...some(refer(name))]) {
      expect(validate(value)).toEqual([])
      expect(JSON.stringify(value).length).toBeLessThan(500_000)
    }
  })

  test('a schema that is a part of itself has the values of its other parts', () => {
    expect(full(refer('Parts'))).toEqual({ a: expect.any(String) })
    expect(some(refer('Parts'))).toHaveLength(30)
  })

  test.each(['Required', 'Nested'])('%s has none, which is said', (name) => {
    expect(() => full(refer(name))).toThrow(Unmakeable)
    expect(() => some(refer(name))).toThrow(Unmakeable)
    expect(makeableArbitrary(() => arbitraryOf(schemaIn({ definitions }, refer(name))))).toBeUndefined()
  })

  test('an alternative without a value is left out', () => {
    const leaf = definitions['Leaf'] ?? true
    expect(some(leaf).every((value) => Number.isInteger(value))).toBe(true)
    expect(some(definitions['Own'] ?? true)).toHaveLength(30)
  })
})

/** The result of parsing 9223372036854775807: the nearest number in JavaScript. */
const INT64 = 2 ** 63

describe('bounds', () => {
  test.each<JsonSchema>([
    { type: 'integer', minimum: 0, maximum: INT64 },
    { type: 'integer', minimum: -INT64, maximum: INT64 },
    { type: 'integer', minimum: 4_000_000_000 },
    { type: 'integer', maximum: -4_000_000_000 },
    { type: 'integer', minimum: 0.5, maximum: 2.5 },
    { type: 'number', minimum: 0, maximum: 1e308 },
    { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false, minItems: 2 },
    { type: 'array', prefixItems: [{ type: 'integer' }, false], minItems: 1 },
    { type: 'object', required: ['a'], properties: { b: {} }, additionalProperties: { type: 'integer' } },
    { type: 'object', required: ['x-a'], patternProperties: { '^x-': { type: 'integer' } } },
  ])('of %j hold values', (schema) => {
    const validate = createValidator({})(schema)
    for (const value of some(schema)) expect(validate(value)).toEqual([])
  })

  test.each<JsonSchema>([
    { type: 'integer', minimum: 5, maximum: 4 },
    { type: 'integer', minimum: 0.2, maximum: 0.8 },
    { type: 'number', minimum: 5, maximum: 4 },
    { type: 'string', minLength: 5, maxLength: 4 },
    { type: 'string', minLength: 1_000_000_000 },
    { type: 'array', minItems: 1_000_000_000 },
    { type: 'array', minItems: 5, maxItems: 4, items: { type: 'integer' } },
    { type: 'array', minItems: 2, prefixItems: [{ type: 'integer' }], items: false },
    { type: 'array', minItems: 1000, uniqueItems: true, items: { type: 'boolean' } },
    { type: 'object', required: ['a'], additionalProperties: false },
  ])('of %j hold none, which is said at once', (schema) => {
    expect(() => some(schema)).toThrow(Unmakeable)
  })

  test.each<readonly [JsonSchema, RegExp]>([
    [{ type: 'string', minLength: 1_000_000_000 }, /too many for a request/],
    [{ type: 'array', minItems: 1_000_000_000 }, /too many for a request/],
  ])('of %j are beyond what a request holds', (schema, why) => {
    expect(() => full(schema)).toThrow(why)
  })

  test.each(['^[a-z]{1000000000}$', '^((a{1000}){1000}){1000}$'])(
    'of the pattern %s are as well',
    (pattern) => {
      expect(() => full({ type: 'string', pattern })).toThrow(Unmakeable)
    },
  )

  test.each([`^${'a?'.repeat(40)}${'a'.repeat(40)}$`, '^((((((((a*)*)*)*)*)*)*)*)b$'])(
    'of the pattern %s, on which backtracking takes any time, hold values',
    (pattern) => {
      const schema = { type: 'string', pattern } as const
      expect(createValidator({})(schema)(full(schema))).toEqual([])
    },
  )
})

describe('what nothing fits', () => {
  const none = fittingArbitrary(fc.string(), () => false)

  test('gives up', () => {
    expect(() => fc.sample(none, 1)).toThrow(
      'Concordat could not generate a valid value: none of 1000 random values was suitable',
    )
    expect(makeableArbitrary(() => none)).toBeUndefined()
  })

  test('and what fits shrinks as it does without', async () => {
    const smallest = (arbitrary: fc.Arbitrary<number>): unknown =>
      fc.check(
        fc.property(arbitrary, (value) => value < 100),
        { seed: 7 },
      ).counterexample
    expect(smallest(fittingArbitrary(fc.nat(), () => true))).toEqual([100])
    const fits = (value: number): boolean => value % 7 !== 3
    expect(smallest(fittingArbitrary(fc.nat(), fits))).toEqual(smallest(fc.nat().filter(fits)))
  })
})

describe('a schema that contradicts itself', () => {
  const text = { type: 'object', required: ['result'], properties: { result: { type: 'string' } } }
  const list = { type: 'object', properties: { result: { type: ['array', 'null'] } } }

  test.each<[JsonSchema, string]>([
    [{ allOf: [{ type: 'string' }, { type: ['object', 'null'] }] }, ''],
    [{ allOf: [text, list] }, '/result'],
    [
      { allOf: [text, { properties: { result: { anyOf: [{ type: 'array' }, { enum: [null, 1] }] } } }] },
      '/result',
    ],
    [{ ...text, allOf: [{ properties: { other: true }, additionalProperties: false }] }, '/result'],
    [{ type: 'array', minItems: 1, allOf: [{ items: { enum: ['a'] } }, { items: { enum: ['b'] } }] }, '/0'],
    [{ allOf: [refer('Leaf'), { type: 'integer' }, false] }, ''],
    [{ type: 'integer', enum: ['1', 1.5] }, ''],
    [{ ...text, allOf: [{ patternProperties: { '^r': { type: 'integer' } } }] }, '/result'],
    [{ type: 'array', minItems: 2, prefixItems: [true], items: false }, '/1'],
    [
      {
        type: 'array',
        minItems: 1,
        allOf: [{ prefixItems: [{ type: 'string' }] }, { items: { type: 'null' } }],
      },
      '/0',
    ],
    [{ type: 'string', allOf: [{ minLength: 64 }, { maxLength: 32 }] }, ''],
  ])('%j has no value, which is known at once', (schema, place) => {
    expect(schemaContradiction(schemaIn({ definitions }, schema))).toBe(place)
  })

  test.each<JsonSchema>([
    { allOf: [list, { required: ['result'] }] },
    { allOf: [{ ...text, required: [] }, list] },
    { allOf: [{ type: 'number' }, { type: 'integer' }] },
    { allOf: [{ enum: [1, 'a'] }, { type: 'string' }] },
    { type: 'string', allOf: [{ minLength: 4 }, { maxLength: 4 }] },
    { type: 'integer', allOf: [{ minLength: 64 }, { maxLength: 32 }] },
    { type: 'array', allOf: [{ items: { enum: ['a'] } }, { items: { enum: ['b'] } }] },
    { ...text, allOf: [{ patternProperties: { '^r': true }, additionalProperties: false }] },
    { type: 'array', minItems: 1, prefixItems: [{ type: 'string' }], items: false },
  ])('%j has one', (schema) => {
    expect(schemaContradiction(schemaIn({ definitions }, schema))).toBeUndefined()
    const value = randomValue(schemaIn({ definitions }, schema), { random: namesOfRun('test').random })
    expect(createValidator(definitions)(schema)(value)).toEqual([])
  })
})
