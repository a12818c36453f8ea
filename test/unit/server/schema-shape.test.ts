import type { JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { createShapeReader, type SchemaShape } from '../../../runtime/server/values/schema-shape.ts'

const definitions: Readonly<Record<string, JsonSchema>> = {
  Count: { type: 'integer', default: 3 },
  Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, allOf: [{ $ref: '#/$defs/Node' }] },
}

function shapeOf(schema: JsonSchema): SchemaShape {
  return createShapeReader(definitions)(schema)
}

describe('the shape of a schema', () => {
  test.each<[JsonSchema, readonly string[] | undefined]>([
    [{}, undefined],
    [{ items: true }, ['array']],
    [{ prefixItems: [true] }, ['array']],
    [{ patternProperties: { '^x-': true } }, ['object']],
    [{ enum: [1, 'a', null] }, ['integer', 'string', 'null']],
    [{ $ref: '#/$defs/Count' }, ['integer']],
    [{ anyOf: [{ type: 'string' }, { items: true }] }, ['string', 'array']],
    [{ anyOf: [{ type: 'string' }, {}] }, undefined],
    [{ type: 'number', allOf: [{ $ref: '#/$defs/Count' }] }, ['integer']],
    [{ $ref: '#/$defs/Node' }, ['object']],
  ])('%j has the types %j', (schema, types) => {
    const shape = shapeOf(schema)
    expect(shape.types && [...shape.types]).toEqual(types)
  })

  test('has the default of what it refers to', () => {
    expect(shapeOf({ $ref: '#/$defs/Count' }).default).toBe(3)
  })

  test('says of a property what all parts say together, and any alternative', () => {
    const name = (schema: JsonSchema): JsonSchema => ({ properties: { name: schema } })
    const { types } = shapeOf({
      allOf: [name({ type: ['string', 'integer'] }), name({ type: 'integer' })],
    }).property('name')
    expect(types).toEqual(new Set(['integer']))
    const either = shapeOf({ oneOf: [name({ type: 'string' }), name({ type: 'null' })] })
    expect(either.property('name').types).toEqual(new Set(['string', 'null']))
    expect(either.property('toString').types).toBeUndefined()
  })

  test('is of octets where every alternative but null is', () => {
    const octets: JsonSchema = { type: 'string', format: 'binary' }
    expect(shapeOf({ anyOf: [octets, { type: 'null' }] })).toMatchObject({
      isBinary: true,
      mayBeBinary: true,
    })
    expect(shapeOf({ anyOf: [octets, { type: 'string' }] })).toMatchObject({
      isBinary: false,
      mayBeBinary: true,
    })
  })
})
