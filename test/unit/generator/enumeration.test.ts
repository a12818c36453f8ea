import { expect, test } from 'vitest'
import { enumerationDocs, printedEnumeration } from '../../../generator/emit/schema/enumeration.ts'
import { enumNames } from '../../../generator/model/schema/normalize/keywords/enum-names.ts'
import type { SchemaObject } from '../../../runtime/schema/schema.ts'

const namesOf = (schema: SchemaObject) => printedEnumeration(schema)?.values.map(({ name }) => name)

test('names are given, or made of the values, or the values where those would meet', () => {
  expect(namesOf({ enum: [1, 2], 'x-enum-varnames': ['ONE', 'TWO'] })).toEqual(['ONE', 'TWO'])
  expect(namesOf({ enum: ['in-shop', 'sold'], 'x-enum-varnames': ['Shop', 'Sold'] })).toEqual([
    'Shop',
    'Sold',
  ])
  expect(namesOf({ enum: ['in-shop', 'sold'] })).toEqual(['InShop', 'Sold'])
  expect(namesOf({ enum: ['name', '-name'] })).toEqual(['name', '-name'])
  expect(namesOf({ enum: ['a', 'b'], 'x-enum-varnames': ['X', 'X'] })).toEqual(['A', 'B'])
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
  [{ enum: ['a', 'b'], not: { const: 'b' } }],
  [{ enum: ['a', 'b'], if: { const: 'a' }, else: false }],
  [{ anyOf: [{ const: 'a' }, { const: 'b' }], not: { const: 'b' } }],
  [{ const: 'a' }],
  [true],
])('%j is no list of texts and numbers', (schema) => {
  expect(printedEnumeration(schema)).toBeUndefined()
})

test('descriptions stand beside their values', () => {
  const described = { enum: ['a', 'b', null], 'x-enum-descriptions': { a: 'First.', b: 'Second.' } }
  const enumeration = printedEnumeration(described)
  expect(enumeration?.isNullable).toBe(true)
  expect(enumeration && enumerationDocs(enumeration)).toEqual(['- `"a"`: First.', '- `"b"`: Second.'])
})

const FIRST = { name: 'One', description: 'The first.' }
const SECOND = { name: 'Two', description: 'The second.' }

test.each<[string, unknown, readonly string[]]>([
  ['x-enum-varnames', ['One', 'Two'], []],
  ['x-enumNames', ['One', 'Two'], []],
  ['x-speakeasy-enums', { 1: 'One', 2: 'Two' }, []],
  [
    'x-ms-enum',
    {
      name: 'Number',
      values: [
        { value: 2, ...SECOND },
        { value: 1, ...FIRST },
      ],
    },
    ['- `1`: The first.', '- `2`: The second.'],
  ],
  [
    'x-apifox-enum',
    [
      { value: '2', ...SECOND },
      { value: '1', ...FIRST },
    ],
    ['- `1`: The first.', '- `2`: The second.'],
  ],
  ['x-fern-enum', { 1: FIRST, 2: SECOND }, ['- `1`: The first.', '- `2`: The second.']],
])('%s names and describes values', (extension, given, docs) => {
  const enumeration = printedEnumeration({ enum: [1, 2], ...enumNames({ [extension]: given }) })
  expect(enumeration?.values.map(({ name }) => name)).toEqual(['One', 'Two'])
  expect(enumeration && enumerationDocs(enumeration)).toEqual(docs)
})

test('an empty name is none, and the description stays', () => {
  const given = [
    { value: 'a', name: '', description: 'First.' },
    { value: 'b', name: '', description: 'Second.' },
  ]
  const enumeration = printedEnumeration({ enum: ['a', 'b'], ...enumNames({ 'x-apifox-enum': given }) })
  expect(enumeration?.values.map(({ name }) => name)).toEqual(['A', 'B'])
  expect(enumeration && enumerationDocs(enumeration)).toEqual(['- `"a"`: First.', '- `"b"`: Second.'])
})

test.each(['oneOf', 'anyOf'])('alternatives that are one value each are listed: %s', (keyword) => {
  const enumeration = printedEnumeration({
    type: ['integer', 'null'],
    [keyword]: [
      { const: 1, title: 'In shop', description: 'For sale.' },
      { const: 2, title: 'Sold' },
      { const: null },
    ],
  })
  expect(enumeration).toEqual({
    isNullable: true,
    values: [
      { value: 1, name: 'InShop', description: 'For sale.' },
      { value: 2, name: 'Sold', description: undefined },
    ],
  })
})

test.each([
  [{ oneOf: [{ const: 'a' }, { type: 'string' }] }],
  [{ oneOf: [{ const: 'a', minLength: 1 }] }],
  [{ oneOf: [{ const: 'a' }], enum: ['a'] }],
] as const)('%j lists no values', (schema) => {
  expect(printedEnumeration(schema as unknown as SchemaObject)).toBeUndefined()
})
