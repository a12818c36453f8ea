import { createValidator, type JsonSchema, type Schema, Schemas } from '@concordat/runtime/schema'
import { schemaWalk, ValueWalk } from '@concordat/runtime/schema-view'
import { describe, expect, test } from 'vitest'

const PET: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { prefixItems: [{ const: 'first' }], items: { const: 'next' } },
  },
}

function schemaOf(written: JsonSchema): Schema {
  return new Schemas({}, createValidator({}, { maxIssues: 1 })).of(written)
}

describe('a walk of a value beside its schema', () => {
  test('meets each part with its path and its own schema, and anything beside what no schema names', () => {
    const parts = schemaWalk.parts({ name: 'Rex', tags: ['a', 'b'], age: 3 }, schemaOf(PET))
    expect([...parts].slice(1).map(({ path, beside }) => [path.join('.'), beside.written])).toEqual([
      ['name', { type: 'string' }],
      ['tags', expect.anything()],
      ['tags.0', { const: 'first' }],
      ['tags.1', { const: 'next' }],
      ['age', true],
    ])
  })

  test('ends at the depth that is asked for', () => {
    const parts = [...schemaWalk.parts({ tags: ['a'] }, schemaOf(PET), 1)]
    expect(parts.map(({ path }) => path)).toEqual([[], ['tags']])
  })

  test('leaves a value as it is if no part changes', () => {
    const value = { name: 'Rex', tags: ['a', 'b'] }
    expect(schemaWalk.map(value, schemaOf(PET), (_, inside) => inside())).toBe(value)
  })

  test('changes parts, and leaves out members that become undefined', () => {
    const changed = schemaWalk.map(
      { name: 'Rex', tags: ['a', 'b'] },
      schemaOf(PET),
      ({ value, path }, inside) => (value === 'b' ? 'B' : path[0] === 'name' ? undefined : inside()),
    )
    expect(changed).toEqual({ tags: ['a', 'B'] })
  })

  test('does not enter a part beside which nothing stands', () => {
    const named = new ValueWalk<Schema>({
      member: ({ properties }, name) => properties.get(name),
      item: ({ items }, index) => (index === 0 ? items : undefined),
    })
    const parts = [...named.parts({ tags: ['a', 'b'], age: { years: 3 } }, schemaOf(PET))]
    expect(parts.map(({ path }) => path.join('.'))).toEqual(['', 'tags', 'tags.0'])
  })

  test('makes something of a value and of its parts', () => {
    const count = schemaWalk.fold<number>({ tags: ['a', 'b'] }, schemaOf(PET), (_, inside) =>
      inside().reduce((sum, [, inner]) => sum + inner, 1),
    )
    expect(count).toBe(4)
  })
})
