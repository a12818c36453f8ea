import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { lowerSchema } from '../../../generator/emit/schema/lower.ts'
import { lowerContext } from '../../../generator/emit/schema/lower-context.ts'
import { loweredType } from '../../../generator/emit/schema/type.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

const OTHERS = `
    Kind: { type: string, enum: [card, bank] }
    Base: { type: object, properties: { id: { type: integer } } }
    Card: { type: object, properties: { number: { type: string } }, required: [number] }
    Name: { anyOf: [{ type: string }, { $ref: '#/components/schemas/Kind' }] }
`

/** Returns a schema's type, and the values that its validator accepts. */
async function read(schema: string, values: readonly unknown[] = []) {
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: {}\ncomponents:\n  schemas:${OTHERS}    It: ${schema}\n`, '3.1.1'),
  })
  const { model } = buildModel(loaded)
  const definitions = Object.fromEntries(model.schemas.map(({ name, schema }) => [name, schema]))
  const check = createValidator(definitions)({ $ref: '#/$defs/It' })
  return {
    type: typeOf(lowerSchema(definitions['It'] ?? true, lowerContext(model))),
    taken: values.filter((value) => check(value).length === 0),
  }
}

function typeOf(schema: JsonSchema): string {
  const type = loweredType(schema)
  const text = (type.line ?? type.lines(0)).write(({ name }) => name)
  return text.replaceAll(/\s+/g, ' ').trim()
}

const IF = 'if: { properties: { kind: { const: card } } }'

describe('properties that only a condition declares are optional', () => {
  test.each([
    [
      'then',
      `{ type: object, properties: { kind: { type: string } }, ${IF}, then: { properties: { number: { type: string } }, required: [number] } }`,
      '{ kind?: string; number?: string }',
    ],
    [
      'then and else',
      `{ type: object, properties: { kind: {} }, ${IF}, then: { properties: { data: { type: string } } }, else: { properties: { data: { type: integer } } } }`,
      '{ kind?: unknown; data?: string | number }',
    ],
    [
      'several parts, of one property',
      `{ type: object, properties: { kind: { type: string } }, allOf: [{ ${IF}, then: { properties: { data: { type: string } } } }, { if: { properties: { kind: { const: bank } } }, then: { properties: { data: { type: integer } } } }] }`,
      '{ kind?: string; data?: string | number }',
    ],
    [
      'a reference',
      `{ type: object, properties: { kind: { type: string } }, ${IF}, then: { $ref: '#/components/schemas/Card' } }`,
      '{ kind?: string; number?: string }',
    ],
    [
      'dependentSchemas',
      `{ type: object, properties: { kind: { type: string } }, dependentSchemas: { kind: { properties: { number: { type: string } } } } }`,
      '{ kind?: string; number?: string }',
    ],
    [
      'if',
      `{ type: object, ${IF}, then: { properties: { number: { type: string } } } }`,
      '{ number?: string; kind?: unknown }',
    ],
    [
      'a schema that requires it',
      `{ type: object, properties: { kind: { type: string } }, required: [number], ${IF}, then: { properties: { number: { type: string } } } }`,
      '{ kind?: string; number: string }',
    ],
    [
      'beside what it refers to',
      `{ allOf: [{ $ref: '#/components/schemas/Base' }], ${IF}, then: { properties: { id: { minimum: 1 }, number: { type: string } } } }`,
      '{ number?: string; kind?: unknown } & Base',
    ],
    [
      'an alternative',
      `{ oneOf: [{ type: string }, { type: object, ${IF}, then: { properties: { number: { type: string } } } }] }`,
      'string | { number?: string; kind?: unknown }',
    ],
  ])('%s', async (_, schema, type) => {
    expect((await read(schema)).type).toBe(type)
  })

  test('what a condition narrows or forbids keeps its own type', async () => {
    const schema = `{ type: object, properties: { kind: { type: string }, data: {} }, ${IF}, then: { properties: { data: { type: string }, other: false } } }`
    expect((await read(schema)).type).toBe('{ kind?: string; data?: unknown }')
  })

  test('a closed object has no others, and what may be anything stays so', async () => {
    const closed = `{ type: object, properties: { kind: {} }, additionalProperties: false, ${IF}, then: { properties: { number: {} } } }`
    expect((await read(closed)).type).toBe('{ kind?: unknown }')
    const any = `{ ${IF}, then: { properties: { number: {} } }, propertyNames: { enum: [a] }, unevaluatedProperties: { type: string } }`
    expect((await read(any, [7])).taken).toEqual([7])
    expect((await read(any)).type).toBe('unknown')
  })

  test('`then` without `if` says nothing', async () => {
    const schema =
      '{ type: object, properties: { a: { type: string } }, then: { properties: { b: { type: string } } } }'
    expect((await read(schema)).type).toBe('{ a?: string }')
  })
})

describe('`unevaluatedProperties` with a schema is the type of other members', () => {
  test.each([
    [
      '{ type: object, properties: { a: { type: integer } }, unevaluatedProperties: { type: string } }',
      '{ a?: number } & { [key: string]: string | number }',
      { a: 1, b: 's' },
      { b: 2 },
    ],
    [
      `{ type: object, allOf: [{ $ref: '#/components/schemas/Base' }], unevaluatedProperties: { type: string } }`,
      '{ [key: string]: string | number } & Base',
      { id: 1, b: 's' },
      { b: true },
    ],
    [
      '{ type: object, if: { required: [a] }, then: { properties: { a: { type: integer } } }, unevaluatedProperties: { type: string } }',
      '{ a?: number } & { [key: string]: string | number }',
      { a: 1, b: 's' },
      { b: 2 },
    ],
    [
      '{ type: object, properties: { a: { type: integer } }, allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }',
      '{ a?: number } & { [key: string]: unknown }',
      { a: 1, b: 's' },
      { a: 's' },
    ],
    [
      '{ type: object, properties: { a: { type: integer } }, unevaluatedProperties: true }',
      '{ a?: number; [key: string]: unknown }',
      { a: 1, b: 's' },
      { a: 's' },
    ],
  ])('%s', async (schema, type, right, wrong) => {
    expect(await read(schema, [right, wrong])).toEqual({ type, taken: [right] })
  })
})

describe('listed `propertyNames` are the names of the members', () => {
  test.each([
    [
      `{ type: object, propertyNames: { $ref: '#/components/schemas/Kind' }, additionalProperties: { type: string } }`,
      '{ card?: string; bank?: string }',
      { card: 'x' },
      { fr: 'x' },
    ],
    [
      `{ type: object, propertyNames: { enum: [card, bank] }, properties: { bank: { type: integer } }, required: [card] }`,
      '{ bank?: number; card: unknown }',
      { card: 'x', bank: 1 },
      { card: 1, fr: 1 },
    ],
    ['{ type: object, propertyNames: false }', '{ [key: string]: never }', {}, { b: 1 }],
    ['{ type: object, propertyNames: { const: a } }', '{ a?: unknown }', { a: 1 }, { b: 1 }],
    [
      '{ type: object, propertyNames: { pattern: "^a" }, additionalProperties: { type: string } }',
      '{ [key: string]: string }',
      { a: 'x' },
      { b: 'x' },
    ],
    [
      `{ type: object, propertyNames: { enum: [a, x-b] }, patternProperties: { '^x-': { type: integer } }, additionalProperties: { type: string } }`,
      '{ [key: string]: number | string }',
      { a: 'x', 'x-b': 1 },
      { b: 'x' },
    ],
  ])('%s', async (schema, type, right, wrong) => {
    expect(await read(schema, [right, wrong])).toEqual({ type, taken: [right] })
  })
})

test.each([
  ['{ anyOf: [{ type: string }, { type: string, enum: [a, b] }] }', "(string & {}) | 'a' | 'b'"],
  [`{ anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: string }] }`, 'Kind | (string & {})'],
  [`{ anyOf: [{ type: [string, 'null'] }, { const: a }] }`, "(string & {}) | null | 'a'"],
  ['{ anyOf: [{ type: integer }, { enum: [1, 2] }] }', '(number & {}) | 1 | 2'],
  [`{ anyOf: [{ type: string }, { $ref: '#/components/schemas/Name' }] }`, '(string & {}) | Name'],
  ['{ anyOf: [{ type: string }, { type: integer }] }', 'string | number'],
  ['{ anyOf: [{ type: string }, { enum: [1, 2] }] }', 'string | 1 | 2'],
])('any text beside listed ones leaves them visible: %s', async (schema, type) => {
  expect((await read(schema)).type).toBe(type)
})
