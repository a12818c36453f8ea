import { type FactRules, SchemaFact, statedFact } from '@concordat/runtime/schema-view'
import { expect, test } from 'vitest'
import type { JsonSchema, SchemaObject } from '../../../runtime/schema/schema.ts'

const octets = statedFact(
  ({ format }) => format === 'binary',
  (alternative) => typeof alternative !== 'object' || alternative.type !== 'null',
)

function factOf<Value>(definitions: Readonly<Record<string, JsonSchema>>, rules: FactRules<Value>) {
  return new SchemaFact((reference) => definitions[reference.slice('#/$defs/'.length)], rules)
}

test('a fact is said by a schema, by what it refers to, by a part, or by all alternatives that count', () => {
  const binary = { type: 'string', format: 'binary' }
  const fact = factOf({ File: binary, Text: { type: 'string' } }, octets)
  const file = { $ref: '#/$defs/File' }
  const text = { $ref: '#/$defs/Text' }
  expect(fact.of(binary)).toBe(true)
  expect(fact.of({ ...file, title: 'A file' })).toBe(true)
  expect(fact.of({ allOf: [text, file] })).toBe(true)
  expect(fact.of({ anyOf: [file, { type: 'null' }] })).toBe(true)
  expect(fact.of({ oneOf: [file, text] })).toBe(false)
  expect(fact.of({ anyOf: [{ type: 'null' }] })).toBe(false)
  expect(fact.of({ $ref: '#/$defs/Nowhere' })).toBe(false)
  expect(fact.of(true)).toBe(false)
})

test('each schema is read once', () => {
  const read: SchemaObject[] = []
  const shared = { title: 'shared' }
  const fact = factOf(
    { Shared: shared },
    { own: (schema) => read.push(schema), together: () => 0, either: () => 0 },
  )
  fact.of({ allOf: [{ $ref: '#/$defs/Shared' }, shared] })
  fact.of({ anyOf: [shared] })
  expect(read.filter((schema) => schema === shared)).toHaveLength(1)
})

test('schemas that contain one another have the same fact, whichever is asked first', () => {
  const names: FactRules<readonly string[]> = {
    own: ({ title }) => (title === undefined ? [] : [title]),
    together: (all) => [...new Set(all.flat())].sort(),
    either: (all) => all.flat(),
  }
  const left = { title: 'left', allOf: [{ $ref: '#/$defs/Right' }] }
  const right = { title: 'right', allOf: [{ $ref: '#/$defs/Left' }] }
  const orders = [
    [left, right],
    [right, left],
  ]
  for (const order of orders) {
    const fact = factOf({ Left: left, Right: right }, names)
    for (const schema of order) expect(fact.of(schema)).toEqual(['left', 'right'])
  }
})
