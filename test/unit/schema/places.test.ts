import { createValidator, type JsonSchema, type Schema, Schemas } from '@concordat/runtime/schema'
import { EACH, foldSchema, placesIn } from '@concordat/runtime/schema-view'
import { expect, test } from 'vitest'

const definitions: Readonly<Record<string, JsonSchema>> = {
  Node: {
    type: 'object',
    properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
  },
}

function node(): Schema {
  return new Schemas(definitions, createValidator(definitions, { maxIssues: 1 })).of({ $ref: '#/$defs/Node' })
}

test('the places of a schema come before their parts, and end at a depth', () => {
  expect([...placesIn(node(), { deepest: 3 })].map(({ path }) => path.join('.'))).toEqual([
    '',
    'label',
    'children',
    `children.${EACH}`,
    `children.${EACH}.label`,
    `children.${EACH}.children`,
  ])
})

test('parts of a place are left out where a walk does not go on', () => {
  const within = ({ path }: { readonly path: readonly string[] }): boolean => path.at(-1) !== 'children'
  expect([...placesIn(node(), { deepest: 9, within })].map(({ path }) => path.join('.'))).toEqual([
    '',
    'label',
    'children',
  ])
})

test('a place is found again at its path', () => {
  for (const { schema, path } of placesIn(node(), { deepest: 4 }))
    expect(node().at(path)?.keywords).toEqual(schema.keywords)
})

test('something is made of a schema and of the parts that are asked for', () => {
  const depth = foldSchema<number>(node(), ({ schema, path }, of) =>
    path.length === 4
      ? 0
      : 1 + of(schema.types.includes('array') ? schema.items : schema.property('children'), 'inner'),
  )
  expect(depth).toBe(4)
})
