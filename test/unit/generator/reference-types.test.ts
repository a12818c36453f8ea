import type { SchemaObject } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { fullSample, referenceSample } from '../../../generator/outputs/reference/sample.ts'
import { typeLineHtml } from '../../../generator/outputs/reference/schema.ts'

test('the reference says what a list holds that may be null', () => {
  const line = typeLineHtml({ type: ['array', 'null'], items: { type: 'string' } })
  expect(line.toString()).toBe('list of string | null')
})

test('a sample of a type with parts that say nothing of it is of that type', () => {
  expect(referenceSample({ type: 'string', allOf: [{ minLength: 1 }] }, {})).toBe('text')
})

describe('a sample of a list with parts', () => {
  const list = { type: 'array', items: { type: 'string' } } as const
  const listOf = (name: string) =>
    ({
      type: 'array',
      items: { type: 'object', required: [name], properties: { [name]: { enum: [name] } } },
    }) as const

  test.each<[string, SchemaObject, unknown]>([
    ['that say nothing of its items', { ...list, allOf: [{ minItems: 1 }, { items: {} }] }, ['text']],
    ['that are more specific', { ...list, allOf: [{ type: 'array', items: { enum: ['a'] } }] }, ['a']],
    ['with more items', { ...list, allOf: [{ examples: [['a', 'b']] }] }, ['a', 'b']],
    ['that are empty', { ...list, allOf: [{ examples: [[]] }] }, ['text']],
    ['that require members', { allOf: [listOf('a'), listOf('b')] }, [{ a: 'a', b: 'b' }]],
    ['for objects', { ...list, anyOf: [listOf('a').items] }, ['text']],
  ])('%s is a list', (_, schema, sample) => {
    expect(referenceSample(schema, {})).toEqual(sample)
  })
})

test('a sample shows texts and numbers that look like what they are called', () => {
  const text = { type: 'string' } as const
  const properties = {
    name: text,
    email: text,
    country_code: text,
    created_at: text,
    age: { type: 'integer' },
  } as const
  const definitions = { Customer: { type: 'object', required: Object.keys(properties), properties } } as const
  const sample = referenceSample({ type: 'array', items: { $ref: '#/$defs/Customer' } }, definitions)
  expect(sample).toEqual([
    {
      name: expect.stringMatching(/^[A-Z][a-z]+ [A-Z][a-z]+$/),
      email: expect.stringMatching(/^[a-z.]+@example\.com$/),
      country_code: expect.stringMatching(/^[A-Z]{2}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      age: expect.any(Number),
    },
  ])
})

test('a full sample shows optional members of two nested objects, also if a schema contains itself', () => {
  const definitions = {
    Node: {
      type: 'object',
      properties: { kind: { enum: ['leaf'] }, below: { type: 'array', items: { $ref: '#/$defs/Node' } } },
    },
  } as const
  const node = { $ref: '#/$defs/Node' }
  expect(referenceSample(node, definitions)).toEqual({})
  expect(fullSample(node, definitions)).toEqual({
    kind: 'leaf',
    below: [{ kind: 'leaf', below: [{}] }],
  })
})
