import { createValidator } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'

const PROPERTIES = { id: { type: 'integer' }, name: { type: 'string' }, constructor: { type: 'string' } }
const closed = createValidator({})({
  required: ['name', 'other'],
  additionalProperties: false,
  properties: PROPERTIES,
})

function toldOf(value: unknown): readonly string[] {
  return closed(value).map(({ keyword, params, instancePath }) => {
    const [name] = Object.values(params)
    return instancePath === '' ? `${keyword} ${name}` : `${keyword} at ${instancePath}`
  })
}

/** Too many properties to walk through them for each schema. */
const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]))

describe('properties are found in whatever order they come', () => {
  test.each([
    ['in the order of the schema', { id: 'a', name: 1 }],
    ['in another order', { name: 1, id: 'a' }],
    ['after others without a value', { gone: undefined, name: 1, id: 'a' }],
  ])('%s', (_, value) => {
    expect(toldOf(value)).toEqual(['required other', 'type at /id', 'type at /name'])
  })

  test('between others', () => {
    expect(toldOf({ a: 1, name: 1, other: 1, id: 'a', b: 2 })).toEqual([
      'additionalProperties a',
      'additionalProperties other',
      'additionalProperties b',
      'type at /id',
      'type at /name',
    ])
  })

  test('beside many others', () => {
    const issues = toldOf({ ...many, other: 1, name: 1 })
    expect(issues).toHaveLength(20)
    expect(issues.slice(0, 2)).toEqual(['additionalProperties x0', 'additionalProperties x1'])
    const open = createValidator({})({ required: ['id'], properties: PROPERTIES })
    expect(open({ ...many, name: 1 }).map(({ keyword }) => keyword)).toEqual(['required', 'type'])
  })

  test('and what is inherited is not there', () => {
    expect(toldOf({ name: 'a', other: 1 })).toEqual(['additionalProperties other'])
    expect(toldOf({ name: 'a', constructor: 1 })).toEqual(['required other', 'type at /constructor'])
    expect(toldOf(Object.assign(Object.create({ inherited: 1 }), { name: 'a' }))).toEqual(['required other'])
    expect(toldOf(JSON.parse('{"name":"a","__proto__":1}'))).toEqual([
      'required other',
      'additionalProperties __proto__',
    ])
  })
})

test('of an object with many properties, alternatives ask for theirs alone', () => {
  let walks = 0
  const value = new Proxy(
    { ...many, kind: 'z' },
    {
      ownKeys(target) {
        walks++
        return Reflect.ownKeys(target)
      },
    },
  )
  const anyOf = Array.from({ length: 50 }, (_, index) => ({ properties: { kind: { const: `k${index}` } } }))
  expect(createValidator({})({ anyOf })(value)).toHaveLength(1)
  expect(walks).toBeLessThan(5)
})
