import { createValidator, type JsonSchema, type Schema, Schemas } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'

const DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  Pet: {
    allOf: [{ $ref: '#/$defs/Named' }, { properties: { name: { maxLength: 3 }, age: { type: 'integer' } } }],
    required: ['age'],
  },
  Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, anyOf: [{ $ref: '#/$defs/Node' }] },
  Card: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
  Payment: {
    oneOf: [{ $ref: '#/$defs/Card' }, { type: 'object' }],
    discriminator: { propertyName: 'kind', mapping: { card: '#/$defs/Card' } },
  },
}

function schemasOf(): Schemas {
  return new Schemas(DEFINITIONS, createValidator(DEFINITIONS, { maxIssues: 1 }))
}

function named(name: string): Schema {
  return schemasOf().of({ $ref: `#/$defs/${name}` })
}

describe('a schema', () => {
  test('is one object each time, and so are those inside of it', () => {
    const schemas = schemasOf()
    const { Pet } = DEFINITIONS
    expect(schemas.of(Pet)).toBe(schemas.of(Pet))
    expect(schemas.of(Pet).properties.get('age')).toBe(schemas.of(Pet).properties.get('age'))
    expect(schemas.of(true)).toBe(schemas.of(undefined))
  })

  test('has the keywords of its references and of all its parts', () => {
    const pet = named('Pet')
    expect(pet.types).toEqual(['object'])
    expect([...pet.properties.keys()]).toEqual(['name', 'age'])
    expect([...pet.required]).toEqual(['name', 'age'])
    expect(pet.properties.get('name')?.keywords).toEqual({ type: 'string', maxLength: 3 })
  })

  test('has items that satisfy all of its parts', () => {
    const itemsOf = (...all: readonly JsonSchema[]): unknown =>
      schemasOf().of({ allOf: all.map((items) => ({ type: 'array', items })) }).items.keywords
    const [one, other] = [{ required: ['a'] }, { required: ['b'] }]
    expect(itemsOf(one, other)).toEqual({ required: ['a', 'b'] })
    expect(itemsOf({}, one, true)).toBe(one)
  })

  test('has the type that its keywords imply', () => {
    const typesOf = (written: JsonSchema): readonly string[] => schemasOf().of(written).types
    expect(typesOf({ properties: {} })).toEqual(['object'])
    expect(typesOf({ items: true })).toEqual(['array'])
    expect(typesOf({ prefixItems: [true] })).toEqual(['array'])
    expect(typesOf({ patternProperties: { '^x-': true } })).toEqual(['object'])
    expect(typesOf({ type: ['string', 'null'] })).toEqual(['string', 'null'])
    expect(typesOf(true)).toEqual([])
  })

  test('has keywords of its own, apart from those that its parts bring', () => {
    expect(Object.keys(schemasOf().of(DEFINITIONS['Pet']).own)).toEqual(['allOf', 'required'])
    expect(named('Pet').own).toEqual({ $ref: '#/$defs/Pet' })
    expect(schemasOf().of(false).own).toEqual({})
  })

  test('has choices where its values are few', () => {
    const choicesOf = (written: JsonSchema): readonly unknown[] | undefined =>
      schemasOf().of(written).values.choices
    expect(choicesOf({ type: 'string', enum: ['a', 'b'] })).toEqual(['a', 'b'])
    expect(choicesOf({ type: ['boolean', 'null'] })).toEqual([true, false])
    expect(choicesOf({ type: 'string' })).toBeUndefined()
  })

  test('says which values it lists, and whether it has numbers', () => {
    const of = (written: JsonSchema): Schema => schemasOf().of(written)
    expect([
      of({ enum: [1, 2] }).values.listed,
      of({ const: null }).values.listed,
      of({}).values.listed,
    ]).toEqual([[1, 2], [null], undefined])
    expect([
      of({ type: ['integer', 'null'] }).values.mayBeNumbers,
      of({ type: 'string' }).values.mayBeNumbers,
    ]).toEqual([true, false])
  })

  test('that is among its own parts adds nothing to itself', () => {
    expect([...named('Node').properties.keys()]).toEqual(['next'])
    expect(named('Node').at(['next', 'next', 'next'])?.types).toEqual(['object'])
  })

  test('is found at a path, and nothing where a name is missing', () => {
    expect(named('Pet').at(['age'])?.types).toEqual(['integer'])
    expect(named('Pet').at(['age', 'years'])).toBeUndefined()
  })

  test('that may be null beside an array is a list, and one that may be an object is none', () => {
    const isList = (written: JsonSchema): boolean => schemasOf().of(written).values.areLists
    expect(isList({ type: ['array', 'null'] })).toBe(true)
    expect(isList({ prefixItems: [true] })).toBe(true)
    expect(isList({ type: ['array', 'object'] })).toBe(false)
    expect(isList({ type: 'null' })).toBe(false)
  })

  test('of a list is that of its items for those who look for members', () => {
    const list = schemasOf().of({ type: 'array', items: { $ref: '#/$defs/Pet' } })
    expect([...list.member.properties.keys()]).toEqual(['name', 'age'])
    expect(named('Pet').member).toStrictEqual(named('Pet'))
  })

  test('stands once for each of its alternatives, null last', () => {
    const [first, last] = schemasOf().of({
      title: 'x',
      anyOf: [{ type: 'null' }, { type: 'string' }],
    }).alternatives
    expect(first?.keywords).toEqual({ title: 'x', type: 'string' })
    expect(last?.values.areNull).toBe(true)
    expect(named('Pet').alternatives).toHaveLength(1)
  })

  test('has the value that its discriminator wants of the first alternative', () => {
    expect(named('Payment').properties.get('kind')?.keywords).toEqual({ type: 'string', const: 'card' })
  })

  test('has of the values that all alternatives share those that name the alternative', () => {
    const kinds = (name: string) => ({ allOf: [{ $ref: '#/$defs/Method' }, { properties: { [name]: {} } }] })
    const definitions: Record<string, JsonSchema> = {
      Method: { type: 'object', properties: { kind: { enum: ['card', 'bank'] } } },
      Card: kinds('number'),
      Bank: kinds('iban'),
    }
    const mapping = { card: '#/$defs/Card', bank: '#/$defs/Bank' }
    const paid = new Schemas(definitions, createValidator(definitions, { maxIssues: 1 })).of({
      oneOf: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Bank' }],
      discriminator: { propertyName: 'kind', mapping },
    })
    expect(paid.alternatives.map((each) => each.properties.get('kind')?.values.choices)).toEqual([
      ['card'],
      ['bank'],
    ])
  })

  test('allows what its validator accepts', () => {
    const pet = named('Pet')
    expect(pet.allows({ name: 'Rex', age: 3 })).toBe(true)
    expect(pet.misfit({ name: 'Rex', age: 'three' })?.instancePath).toBe('/age')
    expect(schemasOf().of(false).allows(1)).toBe(false)
    expect(schemasOf().of(undefined).allows(1)).toBe(true)
  })

  test('that is at fault itself allows any value', () => {
    expect(named('Nowhere').allows(1)).toBe(true)
  })
})
