import { memberOf, valueAt } from '@concordat/runtime/json'
import { fragmentOf, pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { forEachSubschema, KEYWORDS, mapSubschemas } from '@concordat/runtime/subschemas'
import { expect, test } from 'vitest'

const value = { one: true, list: [true, false], map: { a: true, __proto__: false } }

const HOLDING = Object.entries(KEYWORDS).flatMap(([keyword, row]) =>
  'holds' in row ? [[keyword, row.holds] as const] : [],
)

test.each(HOLDING)('"%s" holds schemas: %s', (keyword, holds) => {
  const found: string[] = []
  forEachSubschema({ [keyword]: value[holds] }, (_, ...steps) => found.push(pointerBelow('', ...steps)))
  const expected = {
    one: [`/${keyword}`],
    list: [`/${keyword}/0`, `/${keyword}/1`],
    map: [`/${keyword}/a`],
  }
  expect(found).toEqual(expected[holds])
})

test('what only looks like a schema is data', () => {
  const found: JsonSchema[] = []
  const schema = {
    default: { type: 'string' },
    enum: [{}],
    constructor: {},
    allOf: { a: true },
    items: [true],
  }
  forEachSubschema(schema as unknown as Exclude<JsonSchema, boolean>, (subschema) => found.push(subschema))
  expect(found).toEqual([])
})

test('mapping keeps the order, the data, and a property named "__proto__"', () => {
  const properties = Object.fromEntries([['__proto__', { title: 'a' }]])
  const schema = { title: 'b', properties, allOf: [{ title: 'c' }, true], default: { title: 'd' } }
  const untitled = mapSubschemas(schema, (inner) => (typeof inner === 'object' ? { type: 'string' } : inner))
  expect(JSON.stringify(untitled)).toBe(
    '{"title":"b","properties":{"__proto__":{"type":"string"}},"allOf":[{"type":"string"},true],"default":{"title":"d"}}',
  )
})

test('members are what a value itself has', () => {
  expect(memberOf({ toString: 1 }, 'toString')).toBe(1)
  expect(memberOf({}, 'toString')).toBeUndefined()
  expect(memberOf([7], 'length')).toBeUndefined()
  expect(memberOf('text', 'length')).toBeUndefined()
  expect(valueAt({ a: [{ b: 2 }] }, ['a', '0', 'b'])).toBe(2)
  expect(valueAt({ a: null }, ['a', 'b'])).toBeUndefined()
})

test('pointers escape, and come apart as they were made', () => {
  expect(fragmentOf(['a/b', 'c~1', 0])).toBe('#/a~1b/c~01/0')
  expect(stepsOf('#/a~1b/c~01/0')).toEqual(['a/b', 'c~1', '0'])
  expect(pointerBelow('#/paths', '/pets', 'get')).toBe('#/paths/~1pets/get')
  expect([stepsOf('#'), stepsOf('')]).toEqual([[], []])
})
