import { factory } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { createValidator } from '@concordat/runtime/schema'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createOwner, createPet } from '../../golden/outputs-for-libraries/expected/factories.ts'
import { document } from '../../golden/outputs-for-libraries/expected/operations.ts'
import type { Owner, Pet } from '../../golden/outputs-for-libraries/expected/types.ts'

const definitions = {
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['kind', 'barks'],
    properties: { kind: { const: 'dog' }, barks: { type: 'boolean' } },
  },
  Animal: { oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] },
  Room: {
    type: 'object',
    required: ['id', 'price'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      price: {
        type: 'object',
        required: ['amount'],
        properties: { amount: { type: 'number', minimum: 0 }, currency: { type: 'string' } },
      },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
} as const
const animals: DocumentDescriptor = { ...document, definitions }

describe('factories', () => {
  test('make valid values, each another, the same in each run', () => {
    const isValid = createValidator(document.definitions)({ $ref: '#/$defs/Pet' })
    const pets = createPet.list(5)
    for (const pet of pets) expect(isValid(pet)).toEqual([])
    expect(new Set(pets.map(({ id }) => id)).size).toBe(5)
    const again = [factory(animals, 'Room'), factory(animals, 'Room')].map((make) => [make(), make()])
    expect(again[0]).toEqual(again[1])
    expectTypeOf(pets).toEqualTypeOf<Pet[]>()
  })

  test('a seed makes a value whatever was made before', () => {
    const first = createOwner({}, { seed: 'ada' })
    createOwner()
    expect(createOwner({}, { seed: 'ada' })).toEqual(first)
    expect(createOwner({}, { seed: 'bob' })).not.toEqual(first)
    expectTypeOf(first).toEqualTypeOf<Owner>()
  })

  test('parts of any depth replace what was made, and lists are given whole', () => {
    const make = factory<{ id: string; price: { amount: number; currency?: string }; tags?: string[] }>(
      animals,
      'Room',
    )
    const room = make({ price: { amount: 12 }, tags: ['quiet'] })
    expect(room).toMatchObject({ price: { amount: 12, currency: expect.any(String) }, tags: ['quiet'] })
    expect(room.id).toMatch(/^[0-9a-f-]{36}$/)
    // @ts-expect-error an amount is a number
    const wrong = () => make({ price: { amount: 'twelve' } })
    expect(wrong).toThrow('/price/amount')
    expect(make.list(2, { price: { amount: 5 } }).map(({ price }) => price.amount)).toEqual([5, 5])
  })

  test('parts choose the alternative that allows them', () => {
    const make = factory<{ kind: 'cat'; lives: number } | { kind: 'dog'; barks: boolean }>(animals, 'Animal')
    expect(make({ kind: 'dog' })).toEqual({ kind: 'dog', barks: expect.any(Boolean) })
    expect(make({ kind: 'cat', lives: 9 })).toEqual({ kind: 'cat', lives: 9 })
    expect(() => make({ kind: 'cat', lives: 0.5 })).toThrow(
      'To create an invalid value, start from a valid one and change it.',
    )
  })
})
