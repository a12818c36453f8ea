import { expect, test } from 'vitest'
import { compareSchemas } from './compare.ts'

test.each<[string, object, object, string, string]>([
  ['characters', { minLength: 1 }, { minLength: 2 }, '1 character', '2 characters'],
  ['items', { maxItems: 1 }, {}, 'up to 1 item', 'any number of items'],
  ['properties', { minProperties: 2 }, { minProperties: 1 }, '2 properties', '1 property'],
])('limits of %s are counted in words', async (_, old, now, was, is) => {
  const types = { type: ['string', 'array', 'object'] }
  const [change] = await compareSchemas({ ...types, ...old }, { ...types, ...now })
  expect(change).toMatchObject({ was, is })
})
