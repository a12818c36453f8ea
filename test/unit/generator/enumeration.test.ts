import { expect, test } from 'vitest'
import { docsOfValues, enumerationOf } from '../../../generator/emit/schema/enumeration.ts'
import type { SchemaObject } from '../../../runtime/schema/schema.ts'

const namesOf = (schema: SchemaObject) => enumerationOf(schema)?.values.map(({ name }) => name)

test('names are given, or made of the values, or the values where those would meet', () => {
  expect(namesOf({ enum: [1, 2], 'x-enum-varnames': ['ONE', 'TWO'] })).toEqual(['ONE', 'TWO'])
  expect(namesOf({ enum: ['in-shop', 'sold'], 'x-enumNames': ['Shop', 'Sold'] })).toEqual(['Shop', 'Sold'])
  expect(namesOf({ enum: ['in-shop', 'sold'] })).toEqual(['InShop', 'Sold'])
  expect(namesOf({ enum: ['name', '-name'] })).toEqual(['name', '-name'])
  expect(namesOf({ enum: ['a', 'b'], 'x-enumNames': ['X', 'X'] })).toEqual(['A', 'B'])
})

test.each([[['one']], ['text'], [[1, 2]], [{ a: 'x' }]])(
  'names that are not one text for each value are none: %j',
  (names) => {
    expect(namesOf({ enum: ['a', 'b'], 'x-enum-varnames': names })).toEqual(['A', 'B'])
  },
)

test.each([
  [{ enum: ['a', true] }],
  [{ enum: [null] }],
  [{ enum: ['a'], allOf: [{}] }],
  [{ const: 'a' }],
  [true],
])('%j is no list of texts and numbers', (schema) => {
  expect(enumerationOf(schema)).toBeUndefined()
})

test('descriptions stand beside their values', () => {
  const described = { enum: ['a', 'b', null], 'x-enum-descriptions': { a: 'First.', b: 'Second.' } }
  const enumeration = enumerationOf(described)
  expect(enumeration?.isNullable).toBe(true)
  expect(enumeration && docsOfValues(enumeration)).toEqual(['- `"a"`: First.', '- `"b"`: Second.'])
})
