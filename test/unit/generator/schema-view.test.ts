import { expect, test } from 'vitest'
import { schemaInView } from '../../../generator/model/schema/schema-view.ts'
import type { JsonSchema } from '../../../runtime/schema/schema.ts'

const base: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, secret: { type: 'string', writeOnly: true } },
  required: ['id', 'secret'],
}
const definitions = new Map<string, JsonSchema>([
  ['Base', base],
  ['Circle', { allOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Base' }] }],
])
const write = (schema: JsonSchema) =>
  schemaInView(schema, 'write', { definitions, rename: (name) => `${name}Write` })

test('a hidden property is required nowhere, also if another part of the schema requires it', () => {
  const named = { properties: { name: { type: 'string' } }, required: ['id', 'name'] } as const
  const kept = { properties: { name: { type: 'string' } }, required: ['name'] }
  const reference = { $ref: '#/$defs/BaseWrite' }
  expect(write({ allOf: [{ $ref: '#/$defs/Base' }, named] })).toEqual({ allOf: [reference, kept] })
  expect(write({ allOf: [{ $ref: '#/$defs/Base' }], ...named })).toEqual({ allOf: [reference], ...kept })
  expect(write({ $ref: '#/$defs/Base', ...named })).toEqual({ ...reference, ...kept })
  expect(write({ allOf: [{ allOf: [{ required: ['id'] }] }, base] })).toEqual({
    allOf: [
      { allOf: [{}] },
      { type: 'object', properties: { secret: { type: 'string', writeOnly: true } }, required: ['secret'] },
    ],
  })
  expect(write({ $ref: '#/$defs/Circle', required: ['id'] })).toEqual({ $ref: '#/$defs/CircleWrite' })
})
