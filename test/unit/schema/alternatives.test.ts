import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { issuesOf, isValid } from './issues.ts'

const text = { type: 'string' }

describe('a discriminator says which alternative judges a value', () => {
  const Dog = { type: 'object', required: ['name'], properties: { name: text, bark: { type: 'integer' } } }
  const Cat = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }
  const definitions: Record<string, JsonSchema> = {
    Dog,
    Cat,
    'a/b': { type: 'object', required: ['slash'] },
    Kind: { const: 'bird' },
    Pet: { properties: { kind: { $ref: '#/$defs/Kind' } } },
    Bird: { required: ['song'], allOf: [{ $ref: '#/$defs/Pet' }] },
  }
  const referring = (mapping?: Record<string, string>, keyword = 'oneOf'): JsonSchema => ({
    [keyword]: [{ $ref: '#/$defs/Dog' }, { $ref: '#/$defs/Cat' }],
    discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
  })
  const defaulting = (defaultMapping: string): JsonSchema => ({
    oneOf: [{ $ref: '#/$defs/Dog' }, { $ref: '#/$defs/Cat' }],
    discriminator: { propertyName: 'kind', defaultMapping },
  })
  const inline = (...kinds: JsonSchema[]): JsonSchema => ({
    anyOf: kinds.map((kind, index) => ({ required: [`m${index}`], properties: { kind } })),
    discriminator: { propertyName: 'kind' },
  })
  const needs = (name: string, schemaPath: string) => [['', schemaPath, `must have the property "${name}"`]]

  test.each<[string, JsonSchema, unknown, readonly unknown[]]>([
    ['by the name of a schema', referring(), { kind: 'Dog' }, needs('name', '#/$defs/Dog/required')],
    ['in anyOf too', referring(undefined, 'anyOf'), { kind: 'Cat' }, needs('lives', '#/$defs/Cat/required')],
    [
      'by a mapping to a reference',
      referring({ woof: '#/$defs/Dog', bow: '#/$defs/Dog' }),
      { kind: 'bow' },
      needs('name', '#/$defs/Dog/required'),
    ],
    [
      'by a mapping to a name, for one of them',
      referring({ meow: 'Cat' }),
      { kind: 'Dog' },
      needs('name', '#/$defs/Dog/required'),
    ],
    [
      'by a mapping for a number',
      referring({ 1: 'Dog', 2: 'Cat' }),
      { kind: 2 },
      needs('lives', '#/$defs/Cat/required'),
    ],
    [
      'by an escaped name',
      { oneOf: [{ $ref: '#/$defs/a~1b' }, { $ref: '#/$defs/Dog' }], discriminator: { propertyName: 'kind' } },
      { kind: 'a/b' },
      needs('slash', '#/$defs/a~1b/required'),
    ],
    ['by const', inline({ const: 'a' }, { const: 'b' }), { kind: 'b' }, needs('m1', '#/anyOf/1/required')],
    [
      'by enum',
      inline({ enum: ['a', 'b'] }, { enum: ['c'] }),
      { kind: 'b' },
      needs('m0', '#/anyOf/0/required'),
    ],
    [
      'by const behind references and allOf',
      { oneOf: [{ $ref: '#/$defs/Bird' }, { $ref: '#/$defs/Dog' }], discriminator: { propertyName: 'kind' } },
      { kind: 'bird' },
      needs('song', '#/$defs/Bird/required'),
    ],
    [
      'a value that names none',
      inline({ const: 'a' }, { enum: ['b', 'c'] }),
      { kind: 'd' },
      [['/kind', '#/discriminator', 'must be "a", "b" or "c"']],
    ],
    [
      'by the default mapping, of a value that names none',
      defaulting('#/$defs/Cat'),
      { kind: 'fish' },
      needs('lives', '#/$defs/Cat/required'),
    ],
    ['by the default mapping, of no value', defaulting('Cat'), {}, needs('lives', '#/$defs/Cat/required')],
    ['no value', referring(), {}, [['', '#/discriminator', 'must have the property "kind"']]],
    [
      'no value, beside null',
      { anyOf: [{ $ref: '#/$defs/Dog' }, { type: 'null' }], discriminator: { propertyName: 'kind' } },
      {},
      [['', '#/discriminator', 'must have the property "kind"']],
    ],
    [
      'beside null, for an object',
      { anyOf: [{ $ref: '#/$defs/Dog' }, { type: 'null' }], discriminator: { propertyName: 'kind' } },
      { kind: 'x' },
      [['/kind', '#/discriminator', 'must be "Dog"']],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(issuesOf(schema, value, definitions)).toEqual(expected)
    expect(isValid(schema, value, definitions)).toBe(false)
  })

  test('the issue of a value that names none is of its own kind, at the property', () => {
    const [issue] = createValidator(definitions)({ properties: { pet: referring() } })({
      pet: { kind: 'Fox' },
    })
    expect(issue).toEqual({
      instancePath: '/pet/kind',
      schemaPath: '#/properties/pet/discriminator',
      keyword: 'discriminator',
      params: { propertyName: 'kind', allowedValues: ['Dog', 'Cat'] },
      message: 'must be "Dog" or "Cat"',
    })
  })

  test('of several alternatives that match, it names the one', () => {
    const alike = { Dog: { required: ['kind'] }, Cat: { required: ['kind'] } }
    expect(isValid(referring(), { kind: 'Dog' }, alike)).toBe(true)
    expect(isValid(referring({ woof: 'Dog' }), { kind: 'woof' }, alike)).toBe(true)
    expect(isValid({ not: referring() }, { kind: 'Dog' }, alike)).toBe(false)
    const several = 'must match only one of the alternatives, not 2'
    expect(issuesOf(referring(), { kind: 'Fox' }, alike)).toEqual([
      ['/kind', '#/discriminator', 'must be "Dog" or "Cat"'],
    ])
    expect(issuesOf({ oneOf: [true, true] }, {}, alike)).toEqual([['', '#/oneOf', several]])
  })

  describe('where the schema that all share lists the values', () => {
    const part = (name: string) => ({
      allOf: [{ $ref: '#/$defs/Method' }, { type: 'object', properties: { [name]: text } }],
    })
    const shared: Record<string, JsonSchema> = {
      Method: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['card', 'Bank', 'cash'] } },
      },
      Card: part('number'),
      Bank: part('iban'),
    }
    const paid = (mapping?: Record<string, string>): JsonSchema => ({
      oneOf: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Bank' }],
      discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
    })

    test.each([
      ['the mapping', paid({ card: '#/$defs/Card', Bank: '#/$defs/Bank' })],
      ['the mapping, else the name', paid({ card: '#/$defs/Card' })],
    ])('%s tells whose they are', (_, schema) => {
      expect(isValid(schema, { kind: 'card', number: '1' }, shared)).toBe(true)
      expect(isValid(schema, { kind: 'Bank', iban: 'x' }, shared)).toBe(true)
      expect(issuesOf(schema, { kind: 'card', number: 1, iban: 1 }, shared)).toEqual([
        ['/number', '#/$defs/Card/allOf/1/properties/number/type', 'must be a string'],
      ])
    })

    test('a value that is nobody’s is not one of them', () => {
      expect(issuesOf(paid({ card: 'Card' }), { kind: 'cash' }, shared)).toEqual([
        ['/kind', '#/discriminator', 'must be "card" or "Bank"'],
      ])
    })

    test('a value that is several’s is told apart by what else they say', () => {
      const several = [['', '#/oneOf', 'must match only one of the alternatives, not 2']]
      const inlined = paid() as { oneOf: JsonSchema[] }
      const schema = { ...inlined, oneOf: inlined.oneOf.map((branch) => ({ allOf: [branch] })) }
      expect(issuesOf(schema, { kind: 'card' }, shared)).toEqual(several)
      expect(isValid(schema, { kind: 'card', number: 1 }, shared)).toBe(true)
    })

    test('an alternative that limits the values itself has no others', () => {
      const Card = {
        allOf: [{ $ref: '#/$defs/Method' }, { properties: { kind: { enum: ['card', 'cash'] } } }],
      }
      const schema = paid({ card: 'Card', cash: 'Card' })
      expect(isValid(schema, { kind: 'cash' }, { ...shared, Card })).toBe(true)
      expect(issuesOf(schema, { kind: 'Bank', iban: 1 }, { ...shared, Card })).toEqual([
        ['/iban', '#/$defs/Bank/allOf/1/properties/iban/type', 'must be a string'],
      ])
    })

    test('a number or a boolean is written as the key of the mapping', () => {
      const numbered = { ...shared, Method: { required: ['kind'], properties: { kind: { enum: [1, 2] } } } }
      const schema = paid({ 1: 'Card', 2: 'Bank' })
      expect(isValid(schema, { kind: 1 }, numbered)).toBe(true)
      expect(isValid(schema, { kind: 2, iban: 'x' }, numbered)).toBe(true)
    })
  })

  test('the alternative that it names is asked first, and alone where it holds', () => {
    const asked: string[] = []
    const compilePattern = (source: string) => ({ test: () => asked.push(source) > 0 })
    const kinds = ['a', 'b', 'c'].map((kind) => ({
      properties: { name: { pattern: kind }, kind: { const: kind } },
    }))
    const schema: JsonSchema = { oneOf: kinds, discriminator: { propertyName: 'kind' } }
    expect(createValidator({}, { compilePattern })(schema)({ kind: 'c', name: 'x' })).toEqual([])
    expect(asked).toEqual(['c'])
  })

  test('the alternative that it names judges the value, and no other', () => {
    const dog = { kind: 'Dog', lives: 9 }
    expect(issuesOf(referring(), dog, definitions)).toEqual(needs('name', '#/$defs/Dog/required'))
    expect(issuesOf({ anyOf: [referring(), { type: 'null' }] }, dog, definitions)).not.toEqual([])
    expect(isValid(referring(undefined, 'anyOf'), dog, definitions)).toBe(false)
    expect(isValid(referring(), { kind: 'Dog', lives: 9, name: 'Rex' }, definitions)).toBe(true)
    expect(isValid(referring(), { kind: 'Fox', name: 'Rex' }, definitions)).toBe(false)
    expect(isValid(referring(), { name: 'Rex' }, definitions)).toBe(false)
    expect(isValid(defaulting('Cat'), { kind: 'Fox', name: 'Rex' }, definitions)).toBe(false)
    expect(isValid(defaulting('Cat'), { lives: 9 }, definitions)).toBe(true)
  })

  test('an object without the property is of an alternative that declares its values and does not require it', () => {
    const kind = (value: string, property: string): JsonSchema => ({
      type: 'object',
      required: [property],
      properties: { kind: { const: value, default: value } },
    })
    const schema = referring()
    const declared = { Dog: kind('Dog', 'bark'), Cat: { ...(Cat as object), required: ['lives'] } }
    expect(isValid(schema, { bark: 1 }, declared)).toBe(true)
    expect(issuesOf(schema, { lives: 9 }, declared)).toEqual(needs('bark', '#/$defs/Dog/required'))
    const both = { Dog: kind('Dog', 'bark'), Cat: kind('Cat', 'lives') }
    expect(isValid(schema, { lives: 9 }, both)).toBe(true)
    expect(issuesOf(schema, {}, both)).toEqual([['', '#/discriminator', 'must have the property "kind"']])
  })

  test('what no mapping can name is judged as if there were none', () => {
    const declared = { Dog: { properties: { kind: { type: 'array' } } }, Cat: { required: ['lives'] } }
    expect(isValid(referring(), { kind: ['Dog'] }, declared)).toBe(true)
  })

  test('an alternative has the values of its own alternatives', () => {
    const schema: JsonSchema = {
      oneOf: [{ $ref: '#/$defs/Pair' }, { $ref: '#/$defs/Cat' }],
      discriminator: { propertyName: 'kind' },
    }
    const Pair = { oneOf: ['a', 'b'].map((value) => ({ properties: { kind: { const: value }, one: text } })) }
    expect(isValid(schema, { kind: 'b' }, { Pair, Cat })).toBe(true)
    expect(isValid(schema, { kind: 'b', one: 1 }, { Pair, Cat })).toBe(false)
  })

  test('where an alternative may take any value, nothing is said to be unknown', () => {
    const open = { anyOf: [{ required: ['a'], properties: { kind: text } }, { $ref: '#/$defs/Cat' }] }
    const schema = { ...open, discriminator: { propertyName: 'kind' } }
    expect(issuesOf(schema, { kind: 'Fox' }, definitions)).toEqual(needs('a', '#/anyOf/0/required'))
    expect(isValid(schema, { kind: 'Fox', a: 1 }, definitions)).toBe(true)
    expect(issuesOf(schema, { kind: 'Cat' }, definitions)).toEqual(needs('lives', '#/$defs/Cat/required'))
  })

  test.each([{ propertyName: 1 }, 'kind', null])('a malformed one is none: %j', (discriminator) => {
    const schema = {
      oneOf: [{ $ref: '#/$defs/Dog' }, { $ref: '#/$defs/Cat' }],
      discriminator,
    } as unknown as JsonSchema
    expect(issuesOf(schema, {}, definitions)).toEqual([['', '#/oneOf', 'must match one of the alternatives']])
  })

  test('what the named alternative has looked at is not left over', () => {
    const schema = { ...(referring() as object), unevaluatedProperties: false } as JsonSchema
    expect(issuesOf(schema, { kind: 'Dog', bark: 'x' }, definitions)).toEqual([
      ['', '#/$defs/Dog/required', 'must have the property "name"'],
      ['/bark', '#/$defs/Dog/properties/bark/type', 'must be an integer'],
      ['', '#/unevaluatedProperties', 'must not have the property "kind"'],
    ])
  })
})

describe('of alternatives that fail, the only one that fits is told', () => {
  const person = { type: 'object', properties: { age: { type: 'integer' } } }

  test.each<[string, JsonSchema, unknown, readonly unknown[]]>([
    [
      'a schema or null',
      { anyOf: [person, { type: 'null' }] },
      { age: 'x' },
      [['/age', '#/anyOf/0/properties/age/type', 'must be an integer']],
    ],
    [
      'null first, in oneOf',
      { oneOf: [{ type: 'null' }, { minLength: 2, type: 'string' }] },
      'a',
      [['', '#/oneOf/1/minLength', 'must be at least 2 characters long']],
    ],
    [
      'a list of many or one',
      { anyOf: [{ type: 'array', items: text }, text] },
      ['a', 1],
      [['/1', '#/anyOf/0/items/type', 'must be a string']],
    ],
    [
      'alternatives inside alternatives',
      { anyOf: [{ anyOf: [person, { type: 'null' }] }, { anyOf: [text, { type: 'boolean' }] }] },
      { age: 'x' },
      [['/age', '#/anyOf/0/anyOf/0/properties/age/type', 'must be an integer']],
    ],
    [
      'of several objects, the one with the members that are fixed',
      {
        anyOf: [
          { type: 'object', required: ['a'], properties: { kind: { const: 'a' } } },
          { type: 'object', required: ['b'], properties: { kind: { const: 'b' } } },
        ],
      },
      { kind: 'b' },
      [['', '#/anyOf/1/required', 'must have the property "b"']],
    ],
    [
      'a schema or null as a constant',
      { anyOf: [person, { const: null }] },
      { age: 'x' },
      [['/age', '#/anyOf/0/properties/age/type', 'must be an integer']],
    ],
    [
      'values or null as the only one of a list',
      { oneOf: [{ enum: ['a', 'b'] }, { enum: [null] }] },
      'c',
      [['', '#/oneOf/0/enum', 'must be "a" or "b"']],
    ],
    [
      'two lists of texts are one issue',
      { oneOf: [{ enum: ['a', 'b'] }, { enum: [''] }, { enum: [null] }] },
      'c',
      [['', '#/oneOf', 'must match one of the alternatives']],
    ],
    [
      'several that fit are one issue',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      [['', '#/anyOf', 'must match at least one of the alternatives']],
    ],
    [
      'none that fits is one issue',
      { oneOf: [text, { type: 'null' }] },
      1,
      [['', '#/oneOf', 'must match one of the alternatives']],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(issuesOf(schema, value)).toEqual(expected)
  })

  test('nesting costs no more than the square of its depth', () => {
    const List = { anyOf: [{ type: 'null' }, { type: 'array', items: { $ref: '#/$defs/List' } }] }
    let value: unknown = 1
    for (let depth = 0; depth < 100; depth++) value = [value]
    const issues = createValidator({ List })({ $ref: '#/$defs/List' })(value)
    expect(issues).toMatchObject([{ instancePath: '/0'.repeat(100), keyword: 'anyOf' }])
  })
})

test('alternatives that cannot hold are not looked into', () => {
  const schema = (name: string, required: string): JsonSchema => ({
    type: 'object',
    properties: { parts: { items: text }, kind: { const: name } },
    required: [required],
  })
  const parts = new Proxy(['x'], {
    get: (target, name) => {
      if (name === '0') reads++
      return Reflect.get(target, name)
    },
  })
  let reads = 0
  expect(isValid({ oneOf: [schema('a', 'kind'), schema('b', 'kind')] }, { parts, kind: 'b' })).toBe(true)
  expect(isValid({ anyOf: [schema('a', 'other'), schema('b', 'kind')] }, { parts, kind: 'b' })).toBe(true)
  expect(reads).toBe(2)
})
