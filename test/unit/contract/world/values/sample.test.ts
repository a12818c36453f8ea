import { schemaIn } from '@concordat/contract/document'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesOfRun } from '../../../../../runtime/contract/world/values/names.ts'
import { madeTextForPattern } from '../../../../../runtime/contract/world/values/pattern.ts'
import { randomFrom } from '../../../../../runtime/contract/world/values/random.ts'
import { sampleValue } from '../../../../../runtime/contract/world/values/sample.ts'
import type { Variant } from '../../../../../runtime/contract/world/values/sample-options.ts'
import { malformedValue, unknownValue } from '../../../../../runtime/contract/world/values/unknown-value.ts'

const definitions: Record<string, JsonSchema> = {
  Tree: {
    type: 'object',
    required: ['label'],
    properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
  },
  Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
}

const make = (schema: JsonSchema, options: { variant?: Variant; other?: unknown } = {}): unknown =>
  sampleValue(schemaIn({ definitions }, schema), {
    names: namesOfRun('test'),
    variant: 'full',
    hint: 'title',
    ...options,
  })

describe('sample', () => {
  test('a name can imply a format, unless the schema leaves no room for it', () => {
    const text = { type: 'string' } as const
    const urls = { type: 'array', items: text } as const
    const properties = { email: text, urls, ip: text, timeZone: text, title: text } as const
    expect(make({ type: 'object', properties })).toEqual({
      email: expect.stringMatching(/^[^@]+@example\.com$/),
      urls: [expect.stringMatching(/^https:\/\/example\.com\/./)],
      timeZone: 'UTC',
      ip: expect.stringMatching(/^192\.0\.2\.\d+$/),
      title: expect.stringMatching(/^title-/),
    })
    expect(make({ type: 'object', properties: { url: { type: 'string', maxLength: 8 } } })).toEqual({
      url: expect.not.stringContaining('https:'),
    })
  })

  test('a field mask names a member of the object before it', () => {
    const text: JsonSchema = { type: 'string' }
    const options: JsonSchema = { type: 'object', properties: { depth: { type: 'integer' }, colour: text } }
    const body = (name: string): JsonSchema => ({
      type: 'object',
      properties: { id: text, boat: { type: 'object', properties: { id: text } }, options, [name]: text },
    })
    expect(make(body('updateMask'))).toMatchObject({ updateMask: 'depth' })
    expect(make(body('update_mask'))).toMatchObject({ update_mask: 'depth' })
    expect(make(body('subnetMask'))).toMatchObject({ subnetMask: expect.stringMatching(/^subnetMask-/) })
  })

  test.each<JsonSchema>([
    { type: 'object', additionalProperties: {} },
    { type: ['object', 'null'], additionalProperties: true },
    { type: 'object', additionalProperties: { type: 'string', maxLength: 20 } },
  ])('changes and adds a member where any name is welcome: %j', (schema) => {
    const made = make(schema, { other: { age: 5, plan: 'free' } })
    expect(Object.keys(made as object)).toEqual(['plan', expect.stringMatching(/^c/)])
    expect(made).not.toMatchObject({ plan: 'free' })
    expect(createValidator(definitions)(schema)(made)).toEqual([])
    expect(make(schema)).toEqual({})
    const closed = { ...Object(schema), maxProperties: 0 }
    expect(make(closed, { other: {} })).toEqual({})
    const single = { ...Object(schema), maxProperties: 1 }
    expect(Object.keys(make(single, { other: {} }) as object)).toEqual([expect.stringMatching(/^c/)])
  })

  test.each([
    { minimum: -(2 ** 63), maximum: 2 ** 63 },
    { minimum: -2147483648, maximum: 2147483647 },
    { maximum: 2 ** 63 },
  ])('makes a number that everybody takes where the bounds are those of its type: %j', (bounds) => {
    const schema = { type: 'integer', ...bounds }
    const low: JsonSchema = { type: 'integer', minimum: -2147483648, maximum: -2147483640 }
    expect([make(schema), make(low)]).toEqual([2, -2147483647])
  })

  test('takes an example only where it fits its schema', () => {
    const pet = { type: 'object', properties: { age: { type: 'integer', example: 'two', default: null } } }
    expect(make(pet, { variant: 'example' })).toEqual({ age: expect.any(Number) })
    const aged = { type: 'object', properties: { age: { type: 'integer', example: 2 } } }
    expect(make(aged, { variant: 'example' })).toEqual({ age: 2 })
  })

  test('names the alternative that the discriminator wants', () => {
    const pets: Record<string, JsonSchema> = {
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    }
    const oneOf = [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }]
    const options = { names: namesOfRun('test'), variant: 'required' } as const
    const pet = (schema: JsonSchema) => sampleValue(schemaIn({ definitions: pets }, schema), options)
    const discriminator = { propertyName: 'kind', mapping: { meow: '#/$defs/Cat' } }
    expect(pet({ oneOf, discriminator })).toEqual({ kind: 'meow' })
    expect(pet({ oneOf, discriminator: { propertyName: 'kind' } })).toEqual({ kind: 'Cat' })
  })

  test('is of the kind that an inherited discriminator has for the schema', () => {
    const kind = { type: 'string' }
    const base = { type: 'object', required: ['kind'], properties: { kind } } as const
    const definitions: Record<string, JsonSchema> = {
      Pet: {
        ...base,
        discriminator: { propertyName: 'kind', mapping: { pet: '#/$defs/Pet', meow: '#/$defs/Cat' } },
      },
      Cat: {
        allOf: [{ $ref: '#/$defs/Pet' }, { required: ['lives'], properties: { lives: { type: 'integer' } } }],
      },
      Kitten: { allOf: [{ $ref: '#/$defs/Cat' }, { properties: { age: { type: 'integer' } } }] },
      Shape: { ...base, discriminator: { propertyName: 'kind', mapping: { round: '#/$defs/Circle' } } },
      Circle: { allOf: [{ $ref: '#/$defs/Shape' }] },
    }
    const options = { names: namesOfRun('test'), variant: 'required' } as const
    const kindOf = (name: string) =>
      sampleValue(schemaIn({ definitions }, { $ref: `#/$defs/${name}` }), options)
    expect(kindOf('Pet')).toEqual({ kind: 'pet' })
    expect(kindOf('Cat')).toEqual({ kind: 'meow', lives: expect.any(Number) })
    expect(kindOf('Kitten')).toEqual({ kind: 'Kitten', lives: expect.any(Number) })
    expect(kindOf('Shape')).toEqual({ kind: 'round' })
  })

  test('takes null where an enum has nothing else', () => {
    expect(make({ type: ['object', 'null'], enum: [null] })).toBeNull()
    expect(make({ enum: [null, 'a'] })).toBe('a')
  })

  test('gives no value that its schema refuses', () => {
    const both = { oneOf: [{ type: 'object' }, { type: 'object', properties: { a: { type: 'string' } } }] }
    expect(() => make(both)).toThrow('Concordat found no value for "title" that matches its schema')
  })

  const schemas: readonly JsonSchema[] = [
    { type: 'string' },
    { type: 'string', minLength: 30, maxLength: 31 },
    { type: 'string', maxLength: 3 },
    { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]+)+$', maxLength: 253 },
    { type: 'string', pattern: '^\\w+$', minLength: 40, maxLength: 50 },
    ...[
      'uuid',
      'date-time',
      'date',
      'time',
      'duration',
      'email',
      'hostname',
      'uri',
      'uri-reference',
      'ipv4',
      'ipv6',
      'json-pointer',
      'byte',
      'regex',
      'uri-template',
    ].map((format) => ({ type: 'string', format })),
    { type: 'integer' },
    { type: 'integer', minimum: 5, maximum: 5 },
    { type: 'integer', maximum: -3 },
    { type: 'integer', exclusiveMinimum: 0, multipleOf: 7 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'number', minimum: 0.5, maximum: 0.75 },
    { type: 'number', multipleOf: 0.25, minimum: 0.1, maximum: 0.3 },
    { type: ['null', 'boolean'] },
    { type: 'null' },
    { enum: [null, 'a', 'b'] },
    { const: { a: 1 } },
    { type: 'array', items: { type: 'integer' }, minItems: 3 },
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], minItems: 2, maxItems: 2 },
    { $ref: '#/$defs/Tree' },
    {
      allOf: [
        { $ref: '#/$defs/Base' },
        { required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
      ],
    },
    { oneOf: [{ type: 'null' }, { $ref: '#/$defs/Base' }] },
    { type: 'object', required: ['extra'], additionalProperties: { type: 'integer' } },
    true,
  ]

  test.each(schemas.map((schema) => [JSON.stringify(schema), schema] as const))('%s', (_, schema) => {
    const validate = createValidator(definitions)(schema)
    for (const variant of ['example', 'full', 'required'] as const)
      expect(validate(make(schema, { variant }))).toEqual([])
  })

  test('prefers the example, then the default, then the first of the enum', () => {
    const schema = { type: 'string', enum: ['a', 'b', 'c'], default: 'b', example: 'c' }
    expect(make(schema, { variant: 'example' })).toBe('c')
    expect(make(schema, { variant: 'full' })).toBe('b')
    expect(make({ type: 'string', enum: ['a', 'b'] })).toBe('a')
  })

  test('takes a listed value that the alternatives of another part have too', () => {
    const any: JsonSchema = { type: 'integer', oneOf: [{ const: 1 }, { const: 2 }, { const: 3 }] }
    expect(make({ type: 'integer', enum: [2, 3], allOf: [any] })).toBe(2)
    expect(make({ enum: ['b', 'c'], allOf: [{ enum: ['a', 'c'] }] })).toBe('c')
  })

  test('makes another value than the given one where there is one', () => {
    expect(make({ enum: ['a', 'b'] }, { other: 'a' })).toBe('b')
    expect(make({ type: 'boolean' }, { other: true })).toBe(false)
    expect(make({ enum: ['a'] }, { other: 'a' })).toBe('a')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        (other) => make({ type: 'integer', minimum: 1, maximum: 9 }, { other }) !== other,
      ),
      { seed: 7 },
    )
  })

  test('leaves optional members out of the required variant', () => {
    expect(make({ $ref: '#/$defs/Tree' }, { variant: 'required' })).toEqual({ label: expect.any(String) })
  })

  test('makes unique texts, the same for the same run', () => {
    const names = namesOfRun('run')
    const values = Array.from({ length: 50 }, () =>
      sampleValue(schemaIn({ definitions }, { type: 'string', maxLength: 9 }), { names, variant: 'full' }),
    )
    expect(new Set(values).size).toBe(50)
    const again = namesOfRun('run')
    expect(
      sampleValue(schemaIn({ definitions }, { type: 'string', maxLength: 9 }), {
        names: again,
        variant: 'full',
      }),
    ).toBe(values[0])
  })

  test('says so when no text fits a pattern', () => {
    expect(() => make({ type: 'string', pattern: '^(?=a)b$' })).toThrow(
      'Concordat found no string for "title" that matches the pattern "^(?=a)b$"',
    )
  })
})

describe('textForPattern', () => {
  const patterns = [
    '^abc$',
    'a|bc|d',
    '^(?:x{2,4}|y+)z?$',
    '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
    '^\\S*$',
    '^[\\w.-]+$',
    '^(?<year>\\d{4})-\\d\\d$',
    '^\\u0041\\x42$',
    '^\\u{41}[\\u{1F600}-\\u{1F64F}]$',
    '^[\\]\\-a]$',
    '^\\cA$',
    '^[\\b]\\0$',
    '^[^\\x00-\\x7f]{2}$',
    '.',
    '^#[0-9a-fA-F]{6}$',
    '^.{1,200}$',
    '\\b(red|green)\\b',
    '^\\p{L}+\\P{L}$',
    '^\\p{Script=Greek}{3}$',
    '(?!a)b',
    '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,64}$',
    '^(?<year>\\d{4})-\\d\\d$',
    '(?<=\\d)%$',
    '^([a-z])\\1$|^en-US$',
  ]

  test.each(patterns)('%s', (pattern) => {
    const text = madeTextForPattern(pattern, randomFrom('seed'))
    expect(text).toMatch(new RegExp(pattern, 'u'))
  })

  test.each(['^(0|[1-9][0-9]*)$', '^[a-z]+$', '^[a-z0-9]+(?:-[a-z0-9]+)*$', '^.{1,200}$'])(
    'hardly ever makes the same text twice: %s',
    (pattern) => {
      const random = randomFrom('seed')
      const texts = Array.from({ length: 100 }, () => madeTextForPattern(pattern, random) ?? '')
      expect(new Set(texts).size).toBeGreaterThan(95)
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(24)
    },
  )

  test('knows what it cannot do', () => {
    expect(madeTextForPattern('(?!b)b', randomFrom('seed'))).toBeUndefined()
    expect(madeTextForPattern('(a', randomFrom('seed'))).toBeUndefined()
    expect(madeTextForPattern('\\u{z}', randomFrom('seed'))).toBeUndefined()
    expect(madeTextForPattern('^a{5}$', randomFrom('seed'), { max: 4 })).toBeUndefined()
  })
})

describe('values that name nothing', () => {
  test('are valid when unknown, and invalid when malformed', () => {
    const compile = createValidator(definitions)
    for (const schema of [
      { type: 'string', format: 'uuid' },
      { type: 'string', maxLength: 8 },
      { type: 'string', pattern: '^p\\d+$' },
    ]) {
      expect(compile(schema)(unknownValue(schemaIn({ definitions }, schema), randomFrom('seed')))).toEqual([])
    }
    expect(
      Number(unknownValue(schemaIn({ definitions }, { type: 'integer', maximum: 99 }), randomFrom('seed'))),
    ).toBeLessThanOrEqual(99)
    expect(unknownValue(schemaIn({ definitions }, { enum: ['a'] }), randomFrom('seed'))).toBeUndefined()
    const letter = { type: 'string', pattern: '^[a-z]{1,2}$' }
    expect(unknownValue(schemaIn({ definitions }, letter), randomFrom('seed'))).toBeUndefined()
    const either = { type: 'string', pattern: '^([0-9]+|@current)$' }
    for (const seed of ['a', 'b', 'c', 'd', 'e'])
      expect(unknownValue(schemaIn({ definitions }, either), randomFrom(seed))).toMatch(/^\d{10,}$/)
    const malformed = (schema: JsonSchema): string | undefined =>
      malformedValue(schemaIn({ definitions }, schema))
    expect(malformed({ type: 'string', format: 'uuid' })).toBe('not-a-uuid')
    expect(malformed({ type: 'integer' })).toBe('not-a-number')
    expect(malformed({ anyOf: [{ type: 'string', format: 'uuid' }, { const: '@current' }] })).toBe(
      'not-a-uuid',
    )
    expect(malformed({ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'string' }] })).toBeUndefined()
    expect(malformed({ type: 'string' })).toBeUndefined()
  })
})

test.each([500, 4000])('a string for %d optional parts has no more of them than it needs', (count) => {
  const text = madeTextForPattern(`^${'a?'.repeat(count)}$`, randomFrom('a'), { min: 10, max: 1010 })
  expect(text).toMatch(/^a{10,300}$/)
})
