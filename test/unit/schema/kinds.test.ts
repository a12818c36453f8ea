import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'

const text = { type: 'string' } as const
const definitions: Record<string, JsonSchema> = {
  Pet: {
    type: 'object',
    required: ['petType'],
    properties: { petType: text, friend: { $ref: '#/$defs/Pet' } },
    discriminator: {
      propertyName: 'petType',
      mapping: { Cat: '#/$defs/Cat', Dog: '#/$defs/Dog', bird: '#/$defs/Bird', Plain: '#/$defs/Plain' },
    },
  },
  Cat: { allOf: [{ $ref: '#/$defs/Pet' }, { properties: { lives: { type: 'integer' } } }] },
  Dog: { allOf: [{ $ref: '#/$defs/Pet' }], required: ['bark'], properties: { bark: text } },
  Bird: {
    allOf: [{ $ref: '#/$defs/Pet' }, { properties: { petType: { const: 'bird' } }, required: ['wings'] }],
  },
  Plain: { allOf: [{ $ref: '#/$defs/Pet' }] },
}
const compile = createValidator(definitions)
const takes = (schema: JsonSchema, value: unknown) => compile(schema)(value).length === 0
const PET = { $ref: '#/$defs/Pet' }

describe('a discriminator without alternatives: the kinds are the schemas that inherit', () => {
  test.each([
    [{ petType: 'Cat', lives: 9 }, true],
    [{ petType: 'Cat', lives: 'nine' }, false],
    [{ petType: 'Dog', bark: 'wow' }, true],
    [{ petType: 'Dog' }, false],
    [{ petType: 'bird', wings: 2 }, true],
    [{ petType: 'Plain' }, true],
    [{ petType: 'Cow' }, false],
    [{}, false],
    [{ petType: 'Cat', friend: { petType: 'Dog', bark: 'wow' } }, true],
    [{ petType: 'Cat', friend: { petType: 'Dog' } }, false],
  ])('%j: %s', (value, isValid) => {
    expect(takes(PET, value)).toBe(isValid)
    expect(takes({ allOf: [PET] }, value)).toBe(isValid)
  })

  test('a kind is judged by itself, and each issue is told once', () => {
    expect(takes({ $ref: '#/$defs/Dog' }, { petType: 'Dog', bark: 'wow' })).toBe(true)
    const issues = compile({ $ref: '#/$defs/Dog' })({ petType: 'Dog', bark: 1 })
    expect(issues.map(({ instancePath }) => instancePath)).toEqual(['/bark'])
    expect(compile(PET)({ petType: 'Dog', bark: 1 }).map(({ instancePath }) => instancePath)).toEqual([
      '/bark',
    ])
  })

  test('a schema that adds to it inherits, and chooses no kind', () => {
    const adding = { allOf: [PET, { properties: { note: text } }] }
    expect(takes(adding, { petType: 'Cow', note: 'a' })).toBe(true)
    expect(takes(adding, { petType: 'Cow', note: 1 })).toBe(false)
  })

  test.each([
    { minProperties: 1 },
    { propertyNames: { maxLength: 9 } },
    { dependentRequired: { note: ['petType'] } },
    { dependentSchemas: { note: true } },
    { unevaluatedProperties: text },
  ])('any keyword about objects adds to it: %j', (added) => {
    expect(takes({ allOf: [PET], ...added }, { petType: 'Cow' })).toBe(true)
    expect(takes({ allOf: [PET], title: 'A pet' }, { petType: 'Cow' })).toBe(false)
  })

  test('a value that names none is told at the property', () => {
    expect(compile(PET)({ petType: 'Cow' })).toMatchObject([
      { instancePath: '/petType', keyword: 'discriminator', message: expect.stringContaining('"Dog"') },
    ])
    expect(compile(PET)({})[0]).toMatchObject({ params: { missingProperty: 'petType' } })
  })
})

test('the default kind takes what no other is named by', () => {
  const check = createValidator({
    Pet: {
      properties: { kind: text },
      discriminator: {
        propertyName: 'kind',
        mapping: { dog: '#/$defs/Dog' },
        defaultMapping: '#/$defs/Other',
      },
    },
    Dog: { allOf: [{ $ref: '#/$defs/Pet' }], required: ['bark'] },
    Other: { allOf: [{ $ref: '#/$defs/Pet' }], required: ['note'] },
  })(PET)
  expect(
    [{ kind: 'dog', bark: 1 }, { kind: 'x', note: 1 }, { note: 1 }].map((value) => check(value).length),
  ).toEqual([0, 0, 0])
  expect([{ kind: 'dog' }, { kind: 'x' }, {}].map((value) => check(value).length)).toEqual([1, 1, 1])
})

test('a mapping that leads nowhere chooses nothing', () => {
  const check = createValidator({
    Pet: { discriminator: { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog' } } },
  })(PET)
  expect(check({ kind: 'cow' })).toEqual([])
})
