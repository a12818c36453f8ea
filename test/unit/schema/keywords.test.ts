import { createValidator, type JsonSchema, SchemaError } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { issuesOf, isValid } from './issues.ts'

/** A schema, an allowed value, a forbidden value, and the reported keyword, params and message. */
type Case = [JsonSchema, unknown, unknown, string, object, string]

const cases: Record<string, Case[]> = {
  any: [
    [{ type: 'string' }, 'a', 1, 'type', { type: ['string'] }, 'must be a string'],
    [
      { type: ['integer', 'null'] },
      null,
      1.5,
      'type',
      { type: ['integer', 'null'] },
      'must be an integer or null',
    ],
    [{ type: 'integer' }, 1.0, '1', 'type', { type: ['integer'] }, 'must be an integer'],
    [{ type: 'object' }, {}, [], 'type', { type: ['object'] }, 'must be an object'],
    [{ type: 'array' }, [], {}, 'type', { type: ['array'] }, 'must be an array'],
    [
      { enum: ['a', null, { b: [1] }] },
      { b: [1] },
      { b: [2] },
      'enum',
      { allowedValues: ['a', null, { b: [1] }] },
      'must be "a", null or {"b":[1]}',
    ],
    [
      { const: { a: 1, b: 2 } },
      { b: 2, a: 1 },
      { a: 1 },
      'const',
      { allowedValue: { a: 1, b: 2 } },
      'must be {"a":1,"b":2}',
    ],
    [{ not: { type: 'null' } }, 1, null, 'not', {}, 'must not match the schema in "not"'],
  ],
  string: [
    [{ minLength: 1 }, 'a', '', 'minLength', { limit: 1 }, 'must be at least 1 character long'],
    [
      { minLength: 2 },
      '\u{1f600}b',
      '\u{1f600}',
      'minLength',
      { limit: 2 },
      'must be at least 2 characters long',
    ],
    [
      { maxLength: 2 },
      '\u{1f600}\u{1f600}',
      'abc',
      'maxLength',
      { limit: 2 },
      'must be at most 2 characters long',
    ],
    [
      { pattern: '^\\p{L}+$' },
      'é',
      '1',
      'pattern',
      { pattern: '^\\p{L}+$' },
      'must match the pattern "^\\\\p{L}+$"',
    ],
    // Valid only without Unicode rules.
    [
      { pattern: '^[\\w-.]+$' },
      'a-b.c',
      'a b',
      'pattern',
      { pattern: '^[\\w-.]+$' },
      'must match the pattern "^[\\\\w-.]+$"',
    ],
    [
      { format: 'uuid' },
      '01890a5d-ac96-774b-bcce-b302099a8057',
      '0189',
      'format',
      { format: 'uuid' },
      'must be a valid uuid',
    ],
  ],
  number: [
    [{ minimum: 1 }, 1, 0.5, 'minimum', { limit: 1 }, 'must be at least 1'],
    [{ exclusiveMinimum: 1 }, 1.1, 1, 'exclusiveMinimum', { limit: 1 }, 'must be greater than 1'],
    [{ maximum: 1 }, 1, 2, 'maximum', { limit: 1 }, 'must be at most 1'],
    [{ exclusiveMaximum: 1 }, 0, 1, 'exclusiveMaximum', { limit: 1 }, 'must be less than 1'],
    [{ multipleOf: 0.01 }, 0.07, 0.075, 'multipleOf', { multipleOf: 0.01 }, 'must be a multiple of 0.01'],
    [{ multipleOf: 0.01 }, 4.35, 1e-7, 'multipleOf', { multipleOf: 0.01 }, 'must be a multiple of 0.01'],
    [{ multipleOf: 1e-4 }, 1e308, 1e-308, 'multipleOf', { multipleOf: 1e-4 }, 'must be a multiple of 0.0001'],
    [{ multipleOf: 7e-3 }, 7e20, 1e20, 'multipleOf', { multipleOf: 7e-3 }, 'must be a multiple of 0.007'],
    [
      { multipleOf: 0.5 },
      4503599627370495.5,
      0.25,
      'multipleOf',
      { multipleOf: 0.5 },
      'must be a multiple of 0.5',
    ],
    [{ multipleOf: 3 }, 3e20, 1e20, 'multipleOf', { multipleOf: 3 }, 'must be a multiple of 3'],
    [{ format: 'int32' }, -(2 ** 31), 2 ** 31, 'format', { format: 'int32' }, 'must be a valid int32'],
    // 2 ** 63 is also the result of parsing the largest value, 9223372036854775807. The next number above it
    // is larger by 2,048.
    [{ format: 'int64' }, 2 ** 63, 2 ** 63 + 2048, 'format', { format: 'int64' }, 'must be a valid int64'],
    [{ format: 'float' }, 3.4e38, 3.5e38, 'format', { format: 'float' }, 'must be a valid float'],
  ],
  array: [
    [{ minItems: 1 }, [1], [], 'minItems', { limit: 1 }, 'must have at least 1 item'],
    [{ maxItems: 1 }, [1], [1, 2], 'maxItems', { limit: 1 }, 'must have at most 1 item'],
    [
      { uniqueItems: true },
      [1, '1', [1], ['1'], { a: 1 }],
      [1, 2, 1],
      'uniqueItems',
      { first: 0, second: 2 },
      'must not have equal items, but items 0 and 2 are equal',
    ],
    [
      { uniqueItems: true },
      [{ a: 1 }, { a: 2 }],
      [
        { a: 1, b: 0 },
        { b: -0, a: 1 },
      ],
      'uniqueItems',
      { first: 0, second: 1 },
      'must not have equal items, but items 0 and 1 are equal',
    ],
    [
      { contains: { type: 'null' } },
      [1, null],
      [1],
      'contains',
      { limit: 1 },
      'must have at least 1 item matching "contains"',
    ],
    [
      { contains: { type: 'null' }, minContains: 2 },
      [null, null],
      [null],
      'minContains',
      { limit: 2 },
      'must have at least 2 items matching "contains"',
    ],
    [
      { contains: { type: 'null' }, minContains: 0, maxContains: 0 },
      [1],
      [null],
      'maxContains',
      { limit: 0 },
      'must have at most 0 items matching "contains"',
    ],
    [
      { prefixItems: [true], unevaluatedItems: false },
      [1],
      [1, 2],
      'unevaluatedItems',
      { unevaluatedItem: 1 },
      'must not have an item at index 1',
    ],
  ],
  object: [
    [
      { required: ['a'] },
      { a: null },
      {},
      'required',
      { missingProperty: 'a' },
      'must have the property "a"',
    ],
    [
      { required: ['constructor'] },
      { constructor: 1 },
      {},
      'required',
      { missingProperty: 'constructor' },
      'must have the property "constructor"',
    ],
    [
      { required: ['__proto__'] },
      JSON.parse('{"__proto__":1}'),
      {},
      'required',
      { missingProperty: '__proto__' },
      'must have the property "__proto__"',
    ],
    [
      { minProperties: 1 },
      { a: 1 },
      { a: undefined },
      'minProperties',
      { limit: 1 },
      'must have at least 1 property',
    ],
    [
      { maxProperties: 1 },
      { a: 1 },
      { a: 1, b: 2 },
      'maxProperties',
      { limit: 1 },
      'must have at most 1 property',
    ],
    [
      { additionalProperties: false, properties: { a: true }, patternProperties: { '^x': true } },
      { a: 1, x1: 2 },
      { b: 1 },
      'additionalProperties',
      { additionalProperty: 'b' },
      'must not have the property "b"',
    ],
    [
      { dependentRequired: { a: ['b'] } },
      { b: 1 },
      { a: 1 },
      'dependentRequired',
      { property: 'a', missingProperty: 'b' },
      'must have the property "b" because it has "a"',
    ],
    [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
      'unevaluatedProperties',
      { unevaluatedProperty: 'b' },
      'must not have the property "b"',
    ],
  ],
}

for (const [kind, rows] of Object.entries(cases)) {
  describe(kind, () => {
    test.each(rows)('%j', (schema, valid, invalid, keyword, params, message) => {
      const validate = createValidator({})(schema)
      expect(validate(valid)).toEqual([])
      expect(validate(invalid)).toEqual([
        { instancePath: '', schemaPath: `#/${keyword}`, keyword, params, message },
      ])
    })
  })
}

describe('what applies to a part', () => {
  test('places are JSON Pointers, escaped', () => {
    const schema = { properties: { 'a/b': { items: { properties: { '~c': { type: 'string' } } } } } }
    expect(issuesOf(schema, { 'a/b': [{}, { '~c': 1 }] })).toEqual([
      ['/a~1b/1/~0c', '#/properties/a~1b/items/properties/~0c/type', 'must be a string'],
    ])
  })

  test('every issue is reported, in the order of the schema', () => {
    const schema = {
      required: ['x', 'y'],
      properties: { b: { minLength: 2, pattern: '^z' }, a: { type: 'null' } },
      additionalProperties: { type: 'boolean' },
    }
    expect(issuesOf(schema, { a: 1, b: 'q', c: 'no' })).toEqual([
      ['', '#/required', 'must have the property "x"'],
      ['', '#/required', 'must have the property "y"'],
      ['/b', '#/properties/b/minLength', 'must be at least 2 characters long'],
      ['/b', '#/properties/b/pattern', 'must match the pattern "^z"'],
      ['/a', '#/properties/a/type', 'must be null'],
      ['/c', '#/additionalProperties/type', 'must be a boolean'],
    ])
  })

  test('prefixItems, then items', () => {
    expect(issuesOf({ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, [1, 2, 'c'])).toEqual([
      ['/0', '#/prefixItems/0/type', 'must be a string'],
      ['/2', '#/items/type', 'must be a number'],
    ])
  })

  test('patternProperties, dependentSchemas and the schema that allows nothing', () => {
    const schema = {
      patternProperties: { '^s': { type: 'string' }, x$: false },
      dependentSchemas: { sa: { required: ['t'] } },
    }
    expect(issuesOf(schema, { sa: 1, x: 2 })).toEqual([
      ['/sa', '#/patternProperties/^s/type', 'must be a string'],
      ['/x', '#/patternProperties/x$', 'must not be present'],
      ['', '#/dependentSchemas/sa/required', 'must have the property "t"'],
    ])
  })

  test('propertyNames carries what is wrong with the name', () => {
    const [issue, ...others] = createValidator({})({ propertyNames: { maxLength: 1 } })({ ab: 1, c: 2 })
    expect(others).toEqual([])
    expect(issue).toMatchObject({
      instancePath: '',
      keyword: 'propertyNames',
      message: 'must not have a property named "ab"',
    })
    expect(issue?.params).toMatchObject({
      propertyName: 'ab',
      issues: [{ schemaPath: '#/propertyNames/maxLength' }],
    })
  })

  test('a property that is undefined is absent', () => {
    const schema = {
      properties: { a: { type: 'string' } },
      additionalProperties: false,
      propertyNames: { enum: ['a'] },
    }
    expect(isValid(schema, { a: undefined, b: undefined })).toBe(true)
    expect(isValid({ required: ['a'] }, { a: undefined })).toBe(false)
  })

  test('"__proto__" is a property like any other', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}')
    expect(issuesOf(schema, JSON.parse('{"__proto__":1}'))).toEqual([
      ['/__proto__', '#/properties/__proto__/type', 'must be a string'],
    ])
    expect(issuesOf(schema, JSON.parse('{"constructor":1}'))).toEqual([
      ['', '#/additionalProperties', 'must not have the property "constructor"'],
    ])
    expect(isValid(schema, {})).toBe(true)
  })
})

describe('alternatives', () => {
  test('anyOf is one issue where no branch was meant, with those of its branches', () => {
    const [issue, ...others] = createValidator({})({
      properties: { a: { anyOf: [{ multipleOf: 2 }, { minimum: 3 }] } },
    })({ a: 1 })
    expect(others).toEqual([])
    expect(issue).toMatchObject({ instancePath: '/a', schemaPath: '#/properties/a/anyOf', keyword: 'anyOf' })
    expect(issue?.params['branches']).toMatchObject([
      [{ instancePath: '/a', schemaPath: '#/properties/a/anyOf/0/multipleOf' }],
      [{ instancePath: '/a', schemaPath: '#/properties/a/anyOf/1/minimum' }],
    ])
  })

  test('oneOf tells no match from several', () => {
    const validate = createValidator({})({ oneOf: [{ minimum: 3 }, { multipleOf: 2 }] })
    expect(validate(3)).toEqual([])
    expect(validate(1)[0]).toMatchObject({
      message: 'must match one of the alternatives',
      params: { matching: [] },
    })
    expect(validate(4)[0]).toMatchObject({
      message: 'must match only one of the alternatives, not 2',
      params: { matching: [0, 1] },
    })
  })

  test('if chooses between then and else, and reports nothing itself', () => {
    // biome-ignore lint/suspicious/noThenProperty: a schema, no promise.
    const schema = { if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 2 } }
    expect(issuesOf(schema, 'a')).toEqual([['', '#/then/minLength', 'must be at least 2 characters long']])
    expect(issuesOf(schema, 1)).toEqual([['', '#/else/minimum', 'must be at least 2']])
  })

  test('only branches that hold count as evaluated', () => {
    const schema = {
      anyOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'string' } }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    }
    expect(isValid(schema, { a: 'x', b: 'y' })).toBe(true)
    expect(issuesOf(schema, { a: 'x', b: 1 })).toEqual([
      ['', '#/unevaluatedProperties', 'must not have the property "b"'],
    ])
  })
})

describe('values that are no plain JSON', () => {
  test('a file stands where a binary string is', () => {
    const file = new Blob(['x'])
    for (const schema of [
      {},
      true,
      { type: 'string', format: 'binary' },
      { type: 'string', contentMediaType: 'image/png' },
    ]) {
      expect(isValid(schema, file)).toBe(true)
    }
    for (const schema of [{ type: 'string' }, { type: 'object' }]) expect(isValid(schema, file)).toBe(false)
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [1n]])('%s has no type', (value) => {
    expect(isValid({ type: ['number', 'string', 'null', 'boolean', 'object', 'array'] }, value)).toBe(false)
  })

  test('nesting ends in an issue, not in a stack overflow', () => {
    const validate = createValidator({
      Tree: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/Tree' } }] },
    })({ $ref: '#/$defs/Tree' })
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    expect(validate(nested(500))).toEqual([])
    expect(validate(nested(5000))[0]).toMatchObject({ keyword: 'anyOf' })
    const unique = createValidator({})({ uniqueItems: true })
    expect(unique(nested(500))).toEqual([])
    expect(unique([nested(50_000), nested(50_000)])[0]).toMatchObject({ keyword: 'depth' })
  })
})

test.each<[unknown, string]>([
  [
    { properties: { a: { pattern: '(' } } },
    '#/properties/a/pattern: "(" is not an ECMA-262 regular expression',
  ],
  [{ minLength: -1 }, '#/minLength: expected a non-negative integer'],
  [{ multipleOf: 0 }, '#/multipleOf: expected a number greater than 0'],
  [
    { type: 'text' },
    '#/type: expected one or more of string, number, integer, boolean, null, array or object',
  ],
  [{ required: 'a' }, '#/required: expected a list of property names'],
  [{ items: [true] }, '#/items: expected a schema'],
  [{ enum: 'a' }, '#/enum: expected a list'],
  [{ properties: [] }, '#/properties: expected an object'],
])('%j is no schema', (schema, message) => {
  const compile = () => createValidator({})(schema as JsonSchema)
  expect(compile).toThrow(SchemaError)
  expect(compile).toThrow(message)
})
