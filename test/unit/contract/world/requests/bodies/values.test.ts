import { schemaIn } from '@concordat/contract/document'
import type { JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { namesOfRun } from '../../../../../../runtime/contract/world/values/names.ts'
import { sampleValue } from '../../../../../../runtime/contract/world/values/sample.ts'
import { Unmakeable } from '../../../../../../runtime/contract/world/values/unmakeable.ts'

const definitions: Record<string, JsonSchema> = {
  Strict: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  Choice: { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 36 }, { type: 'integer' }] },
}
const full = (schema: JsonSchema): unknown =>
  sampleValue(schemaIn({ definitions }, schema), { names: namesOfRun('test'), variant: 'full', hint: 'body' })

test('a value that two alternatives take gives way to one that fits a single one', () => {
  const schema: JsonSchema = { $ref: '#/$defs/Choice' }
  expect(full(schema)).toEqual(expect.any(Number))
  expect(full({ type: 'object', properties: { choice: schema } })).toEqual({ choice: expect.any(Number) })
})

test('a member that another part forbids is left out', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      deep: {
        allOf: [{ $ref: '#/$defs/Strict' }, { type: 'object', properties: { b: { type: 'string' } } }],
      },
    },
  }
  const value = full(schema)
  expect(schemaIn({ definitions }, schema).misfit(value)).toBeUndefined()
  expect(value).toEqual({ deep: { a: expect.any(String) } })
})

describe('a member without a value', () => {
  const none: JsonSchema = { type: 'string', pattern: '^a{9}$', maxLength: 3 }

  test('is left out where it may be', () => {
    expect(full({ type: 'object', properties: { none, name: { type: 'string' } } })).toEqual({
      name: expect.any(String),
    })
  })

  test('is a reason where it must be there', () => {
    expect(() => full({ type: 'object', required: ['none'], properties: { none } })).toThrow(Unmakeable)
  })
})

test.each([
  ['phone', /^\+\d{11}$/],
  ['IP', /^\d+(\.\d+){3}$/],
  ['datetime', /^\d{4}-\d\d-\d\dT/],
  ['of-our-own', /^body-/],
])('a text of the format %s looks like it', (format, expected) => {
  expect(full({ type: 'string', format })).toMatch(expected)
})
