import { statementsOf, type Visitor, visitStatement } from '@concordat/runtime/schema-view'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../runtime/schema/schema.ts'

const WORDS: Visitor<string> = {
  nothing: () => 'nothing',
  reference: ({ $ref }) => $ref,
  values: ({ values, keyword }) => `${keyword} ${values.join(' ')}`,
  types: ({ statements }) => statements.map((statement) => visitStatement(statement, WORDS)).join(' or '),
  object: ({ isImplied }) => (isImplied ? 'object, perhaps' : 'object'),
  array: ({ isImplied }) => (isImplied ? 'array, perhaps' : 'array'),
  string: () => 'string',
  number: ({ type }) => type,
  boolean: () => 'boolean',
  null: () => 'null',
  all: ({ parts }) => `all ${parts.length}`,
  union: ({ keyword, alternatives }) => `${keyword} ${alternatives.length}`,
}

function words(schema: JsonSchema | undefined): string[] {
  return statementsOf(schema).map((statement) => visitStatement(statement, WORDS))
}

test.each<{ schema: JsonSchema | undefined; said: readonly string[] }>([
  { schema: undefined, said: [] },
  { schema: true, said: [] },
  { schema: { description: 'anything' }, said: [] },
  { schema: false, said: ['nothing'] },
  { schema: { type: ['integer', 'null'] }, said: ['integer or null'] },
  { schema: { properties: { name: true } }, said: ['object, perhaps'] },
  { schema: { prefixItems: [true] }, said: ['array, perhaps'] },
  { schema: { const: null, enum: [1, 2] }, said: ['const ', 'enum 1 2'] },
  {
    schema: { $ref: '#/$defs/A', type: 'object', allOf: [true], anyOf: [true, false], oneOf: [true] },
    said: ['#/$defs/A', 'object', 'all 1', 'anyOf 2', 'oneOf 1'],
  },
])('a schema says one thing after another: $said', ({ schema, said }) => {
  expect(words(schema)).toEqual(said)
})

test('a visitor that does not know a kind does not compile', () => {
  const { union, ...others } = WORDS
  // @ts-expect-error It lacks "union".
  const incomplete: Visitor<string> = others
  expect({ ...incomplete, union }).toEqual(WORDS)
})
