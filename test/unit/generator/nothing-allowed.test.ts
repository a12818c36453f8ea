import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { lowerSchema } from '../../../generator/emit/schema/lower.ts'
import { lowerContext } from '../../../generator/emit/schema/lower-context.ts'
import { loweredType } from '../../../generator/emit/schema/type.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

const ADDRESS =
  '    Address: { type: object, required: [street], properties: { street: { type: string } } }\n'
const ADDRESS_VALUE = { street: 'a' }

/**
 * Returns a schema in the model, its type, the values that its validator accepts, and the document's
 * warnings.
 */
async function read(schema: string, values: readonly unknown[], version = '3.1.1') {
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: {}\ncomponents:\n  schemas:\n${ADDRESS}    It: ${schema}\n`, version),
  })
  const { model, warnings } = buildModel(loaded)
  const definitions = Object.fromEntries(model.schemas.map(({ name, schema }) => [name, schema]))
  const check = createValidator(definitions)({ $ref: '#/$defs/It' })
  return {
    type: typeOf(lowerSchema(definitions['It'] ?? true, lowerContext(model))),
    taken: values.filter((value) => check(value).length === 0),
    told: warnings.map(({ code, place, reading }) => [
      code,
      place.pointer.replace('#/components/schemas/It', ''),
      reading,
    ]),
  }
}

function typeOf(schema: JsonSchema): string {
  return loweredType(schema).line?.write(({ name }) => name) ?? ''
}

const NULL_READING = 'null in addition to the values that the schema allows'
const REF = "{ $ref: '#/components/schemas/Address' }"

describe('null beside what excludes it is null or the rest', () => {
  test.each([
    `{ type: 'null', allOf: [${REF}] }`,
    `{ type: 'null', $ref: '#/components/schemas/Address' }`,
    `{ type: ['null'], oneOf: [${REF}] }`,
    `{ type: [object, 'null'], allOf: [${REF}] }`,
  ])('%s', async (schema) => {
    const { type, taken, told } = await read(schema, [null, ADDRESS_VALUE, 'a'])
    expect(taken).toEqual([null, ADDRESS_VALUE])
    expect(type).toBe('Address | null')
    expect(told).toEqual([['nothing-allowed', '/type', NULL_READING]])
  })
})

test.each([
  '{ type: object, oneOf: [{ type: string }, { type: integer }] }',
  '{ type: object, allOf: [{ anyOf: [{ type: string }, { type: integer }] }] }',
])('"object" alone beside other types is not meant: %s', async (schema) => {
  const { type, taken, told } = await read(schema, ['a', 1, {}])
  expect(taken).toEqual(['a', 1])
  expect(type).toBe('string | number')
  expect(told).toEqual([['nothing-allowed', '/type', 'if it were not there']])
})

test.each([
  ['{ type: string, allOf: [{ type: integer }] }', ''],
  ["{ allOf: [{ type: string }, { $ref: '#/components/schemas/Address' }] }", ''],
  ["{ type: string, $ref: '#/components/schemas/Address' }", ''],
  ['{ type: object, enum: [a, b] }', '/enum'],
  ['{ type: integer, const: a }', '/const'],
])('what allows no value is never, and told: %s', async (schema, place) => {
  const { type, taken, told } = await read(schema, ['a', 1, {}, ADDRESS_VALUE, null])
  expect(taken).toEqual([])
  expect(type).toBe('never')
  expect(told).toEqual([['nothing-allowed', place, 'never: no value fits']])
})

test.each(['{ not: {} }', '{ not: true }', '{ type: string, not: {} }', "{ description: 'none', not: {} }"])(
  'a schema that excludes every value is never, without a word: %s',
  async (schema) => {
    expect(await read(schema, ['a', 1, {}, null])).toEqual({ type: 'never', taken: [], told: [] })
  },
)

test.each([
  ['{ type: string, enum: [1, true, a] }', '"1" | "true" | "a"', ['1', 'true', 'a']],
  ["{ type: integer, enum: ['1', 2] }", '1 | 2', [1, 2]],
  ["{ type: boolean, enum: ['true'] }", 'true', [true]],
  ['{ type: string, enum: [a, null] }', '"a" | null', ['a', null]],
  ['{ type: string, const: 5 }', '"5"', ['5']],
  ['{ type: integer, enum: [1, a] }', '1', [1]],
])('listed values of another type are read as of the type: %s', async (schema, expected, values) => {
  const { type, taken, told } = await read(schema, [...values, 'zzz', 77])
  expect(taken).toEqual(values)
  expect(type.replaceAll("'", '"')).toBe(expected)
  expect(told).toMatchObject([['wrong-value', expect.stringMatching(/enum|const/), expect.anything()]])
})

test('values that a list lists are those of its items', async () => {
  const { type, taken, told } = await read('{ type: array, items: { type: string }, enum: [a, b] }', [
    ['a'],
    ['c'],
    'a',
  ])
  expect([taken, type.replaceAll("'", '"')]).toEqual([[['a']], '("a" | "b")[]'])
  expect(told).toEqual([['wrong-value', '/enum', '"enum" of the items']])
})

test.each([
  `{ type: object, allOf: [${REF}] }`,
  `{ type: object, oneOf: [${REF}, { type: object }] }`,
  '{ type: [string, integer], anyOf: [{ type: string }, { type: number }] }',
  "{ type: [string, 'null'], enum: [a, null] }",
  '{ type: number, enum: [1, 2.5] }',
  "{ anyOf: [{ type: string }, { type: 'null' }] }",
])('what has values is read as it is written: %s', async (schema) => {
  expect((await read(schema, [])).told).toEqual([])
})

test('null of OpenAPI 3.0 is not told of', async () => {
  const { type, taken, told } = await read(
    `{ type: object, nullable: true, allOf: [${REF}] }`,
    [null, ADDRESS_VALUE],
    '3.0.3',
  )
  expect([taken, told]).toEqual([[null, ADDRESS_VALUE], []])
  expect(type).toBe('Address | null')
})
