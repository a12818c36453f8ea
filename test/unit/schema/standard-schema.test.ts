import { createValidator, type StandardSchema } from '@concordat/runtime/schema'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { expect, expectTypeOf, test } from 'vitest'

const person = createValidator({})({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tags: { items: { type: 'string' } }, 0: { type: 'null' } },
})

/** Uses a schema as a library does that supports only the standard. */
async function check<Schema extends StandardSchemaV1>(schema: Schema, value: unknown) {
  const result = await schema['~standard'].validate(value)
  return result.issues ?? { value: result.value }
}

test('a compiled schema is a Standard Schema', async () => {
  expect(person['~standard']).toMatchObject({ version: 1, vendor: 'concordat' })
  const value = { name: 'Ann' }
  const result = await person['~standard'].validate(value)
  expect(result).toEqual({ value })
  expect('value' in result && result.value).toBe(value)
  expect(await check(person, { name: 1, tags: ['a', 2], 0: 'x' })).toEqual([
    { message: 'must be null', path: ['0'] },
    { message: 'must be a string', path: ['name'] },
    { message: 'must be a string', path: ['tags', 1] },
  ])
  expect(await check(person, {})).toEqual([{ message: 'must have the property "name"', path: [] }])
})

test('the types are those of the standard', () => {
  expectTypeOf(person).toExtend<StandardSchemaV1>()
  expectTypeOf<StandardSchema<string, number>>().toExtend<StandardSchemaV1<string, number>>()
  expectTypeOf<StandardSchemaV1.InferOutput<StandardSchema<string, number>>>().toEqualTypeOf<number>()
})
