import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'

const many = 50_000

/** Returns a value that counts how many of its parts are read. */
function watched<Value extends object>(value: Value) {
  const reads = { count: 0 }
  const proxy = new Proxy(value, {
    get(target, name) {
      if (Object.hasOwn(target, name) && name !== 'length') reads.count++
      return Reflect.get(target, name)
    },
  })
  return { proxy, reads }
}

const wrongItems = () => Array.from({ length: many }, () => 1)
const wrongMembers = () => Object.fromEntries(Array.from({ length: many }, (_, index) => [`m${index}`, 1]))
const text = { type: 'string' }

describe('validation stops at the last issue that is wanted', () => {
  test.each<[string, JsonSchema, () => object]>([
    ['items', { items: text }, wrongItems],
    ['prefixItems', { prefixItems: wrongItems().map(() => text) }, wrongItems],
    ['contains', { allOf: [{ items: text }, { contains: text, minContains: 1 }] }, wrongItems],
    ['unevaluatedItems', { unevaluatedItems: text }, wrongItems],
    ['unevaluatedItems: false', { unevaluatedItems: false }, wrongItems],
    ['uniqueItems after items', { items: text, uniqueItems: true }, wrongItems],
    ['anyOf in items', { items: { anyOf: [text, { type: 'boolean' }] } }, wrongItems],
    ['oneOf in items', { items: { oneOf: [text, { type: 'boolean' }] } }, wrongItems],
    ['items in a branch of anyOf', { anyOf: [{ items: text }, { items: { type: 'null' } }] }, wrongItems],
    // biome-ignore lint/suspicious/noThenProperty: a schema, no promise.
    ['if and then', { if: true, then: { items: text } }, wrongItems],
    ['additionalProperties', { additionalProperties: text }, wrongMembers],
    ['additionalProperties: false', { additionalProperties: false }, wrongMembers],
    ['patternProperties', { patternProperties: { '^m': text } }, wrongMembers],
    ['propertyNames', { propertyNames: { maxLength: 1 } }, wrongMembers],
    ['unevaluatedProperties', { unevaluatedProperties: text }, wrongMembers],
    ['unevaluatedProperties: false', { unevaluatedProperties: false }, wrongMembers],
    ['dependentSchemas', { dependentSchemas: { m0: { additionalProperties: text } } }, wrongMembers],
  ])('in %s', (_, schema, make) => {
    const { proxy, reads } = watched(make())
    const issues = createValidator({}, { maxIssues: 5 })(schema)(proxy)
    expect(issues.length).toBeGreaterThan(0)
    expect(issues.length).toBeLessThanOrEqual(5)
    expect(reads.count).toBeLessThan(100)
  })

  test('by default at 20, and nowhere when all are asked for', () => {
    const issuesOf = (options?: { maxIssues: number }) =>
      createValidator({}, options)({ items: text })(wrongItems())
    expect(issuesOf()).toHaveLength(20)
    expect(issuesOf({ maxIssues: 1000 })).toHaveLength(1000)
    expect(issuesOf({ maxIssues: Number.POSITIVE_INFINITY })).toHaveLength(many)
  })

  test('contains stops at the item that decides', () => {
    const { proxy, reads } = watched(wrongItems())
    expect(createValidator({})({ contains: { type: 'number' } })(proxy)).toEqual([])
    expect(reads.count).toBe(1)
  })

  test('the issues of alternatives inside alternatives are bounded as well', () => {
    const tree = { anyOf: [text, { type: 'array', items: { $ref: '#/$defs/Tree' } }] }
    const nest = (depth: number): unknown =>
      depth === 0 ? 1 : Array.from({ length: 5 }, () => nest(depth - 1))
    const issues = createValidator({ Tree: tree }, { maxIssues: 3 })({ $ref: '#/$defs/Tree' })(nest(6))
    expect(JSON.stringify(issues).match(/"instancePath"/g)?.length).toBeLessThan(100)
  })
})

describe('a value is not looked into that is too large', () => {
  test.each<[string, JsonSchema, () => object]>([
    ['maxItems', { items: text, maxItems: 10 }, wrongItems],
    ['maxItems with unevaluatedItems', { unevaluatedItems: false, maxItems: 10 }, wrongItems],
    ['maxItems with contains', { contains: text, maxItems: 10 }, wrongItems],
  ])('%s', (_, schema, make) => {
    const { proxy, reads } = watched(make())
    expect(createValidator({})(schema)(proxy).map(({ keyword }) => keyword)).toEqual(['maxItems'])
    expect(reads.count).toBe(0)
  })

  test('maxLength: no pattern runs', () => {
    const validate = createValidator({})({ pattern: '^(a+)+$', maxLength: 10 })
    expect(validate(`${'a'.repeat(60)}!`).map(({ keyword }) => keyword)).toEqual(['maxLength'])
  })

  test('maxProperties', () => {
    const validate = createValidator({})({ additionalProperties: false, maxProperties: 1 })
    expect(validate({ a: 1, b: 2 }).map(({ keyword }) => keyword)).toEqual(['maxProperties'])
  })
})
