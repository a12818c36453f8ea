import { createValidator, type JsonSchema, SchemaError } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { issuesOf, isValid } from './issues.ts'

const definitions: Record<string, JsonSchema> = {
  Pet: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 1 }, mother: { $ref: '#/$defs/Pet' } },
  },
  'a/b%c': { type: 'null' },
}

describe('$ref', () => {
  test('a definition reports from where it stands', () => {
    const schema = { items: { $ref: '#/$defs/Pet' } }
    expect(issuesOf(schema, [{ mother: { mother: { name: '' } } }], definitions)).toEqual([
      ['/0/mother/mother/name', '#/$defs/Pet/properties/name/minLength', 'must be at least 1 character long'],
    ])
  })

  test('a pointer goes on below a definition, and its siblings apply', () => {
    const schema = { $ref: '#/$defs/Pet/properties/name', maxLength: 2 }
    expect(issuesOf(schema, 'abc', definitions)).toEqual([
      ['', '#/maxLength', 'must be at most 2 characters long'],
    ])
    expect(issuesOf(schema, '', definitions)).toEqual([
      ['', '#/$defs/Pet/properties/name/minLength', 'must be at least 1 character long'],
    ])
  })

  test.each(['#/$defs/a~1b%25c', '#/$defs/a~1b%c'])('%s: names may be escaped', (reference) => {
    expect(isValid({ $ref: reference }, null, definitions)).toBe(true)
    expect(isValid({ $ref: reference }, 1, definitions)).toBe(false)
  })

  test('an inline schema finds its own $defs first', () => {
    const schema = { $defs: { Pet: { type: 'number' } }, items: { $ref: '#/$defs/Pet' } }
    expect(issuesOf(schema, ['a'], definitions)).toEqual([['/0', '#/$defs/Pet/type', 'must be a number']])
  })

  test('"#" is the schema itself', () => {
    expect(issuesOf({ type: 'array', items: { $ref: '#' } }, [[], [1]])).toEqual([
      ['/1/0', '#/type', 'must be an array'],
    ])
  })

  test('anchors and $id', () => {
    const schema = {
      $id: 'https://example.com/root',
      $defs: {
        a: { $anchor: 'name', type: 'string' },
        b: { $id: 'nested/item', $defs: { c: { type: 'null' } }, items: { $ref: '#/$defs/c' } },
      },
      properties: { a: { $ref: '#name' }, b: { $ref: 'nested/item' }, c: { $ref: '/nested/item#/$defs/c' } },
    }
    expect(issuesOf(schema, { a: 1, b: [1], c: 1 })).toEqual([
      ['/a', '#/$defs/a/type', 'must be a string'],
      ['/b/0', '#/$defs/b/$defs/c/type', 'must be null'],
      ['/c', '#/$defs/b/$defs/c/type', 'must be null'],
    ])
  })

  test('a reference inside const or enum is data', () => {
    expect(isValid({ const: { $ref: '#/nowhere' } }, { $ref: '#/nowhere' })).toBe(true)
  })

  test('$dynamicRef reaches the outermost anchor', () => {
    const schema = {
      $id: 'https://example.com/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
        },
      },
    }
    expect(isValid(schema, { children: [{ data: 1 }] })).toBe(true)
    expect(issuesOf(schema, { children: [{ dada: 1 }] })).toEqual([
      ['/children/0', '#/unevaluatedProperties', 'must not have the property "dada"'],
    ])
  })
})

describe('faults', () => {
  test.each([
    '#/$defs/Dog',
    '#/$defs/constructor',
    '#/$defs/Pet/type',
    '#dog',
    'https://example.com/dog',
    'http://[',
  ])('%s does not lead to a schema', (reference) => {
    const compile = () => createValidator(definitions)({ properties: { a: { $ref: reference } } })
    expect(compile).toThrow(SchemaError)
    expect(compile).toThrow(`#/properties/a/$ref: "${reference}" does not refer to a schema`)
  })

  test('a fault in a definition is found when a schema reaches it, each time', () => {
    const compile = createValidator({
      A: { properties: { b: { $ref: '#/$defs/B' } } },
      B: { items: { $ref: '#/$defs/C' }, not: { $ref: '#/$defs/A' } },
    })
    expect(compile(true)(1)).toEqual([])
    for (const name of ['A', 'B', 'A']) {
      expect(() => compile({ $ref: `#/$defs/${name}` })).toThrow(
        '#/$defs/B/items/$ref: "#/$defs/C" does not refer to a schema',
      )
    }
  })

  test('a reference that only leads to itself', () => {
    const compile = createValidator({
      A: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/B' }] },
      B: { allOf: [{ $ref: '#/$defs/A' }] },
    })
    expect(() => compile({ $ref: '#/$defs/A' })).toThrow(
      '#/$defs/A/anyOf/1/$ref: "#/$defs/B" refers back to itself endlessly',
    )
  })
})
