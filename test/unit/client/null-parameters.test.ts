import { SerializationError } from '@concordat/runtime/client'
import { expect, test } from 'vitest'
import { createClient } from '../../golden/parameters-required-and-nullable/expected/client.ts'

const sent: string[] = []
const api = createClient({
  baseUrl: 'http://a.test',
  fetch: async ({ url }) => {
    sent.push(url)
    return new Response(null, { status: 204 })
  },
})
const query = { a: 1, b: ['x'] }
const header = { 'X-E': 'e' }

test('an optional parameter that is null is left out', async () => {
  await api.getX({ query: { ...query, c: null }, header })
  expect(sent).toEqual(['http://a.test/x?a=1&b=x'])
})

test.each([
  ['a', { query: { ...query, a: null }, header }],
  ['b', { query: { ...query, b: [] }, header }],
  ['X-E', { query, header: { 'X-E': null } }],
])('a required one that would not be sent is refused: %s', async (name, request) => {
  await expect(api.getX(request)).rejects.toThrow(`Required parameter "${name}" is missing, null or empty`)
})

test('a null among items is refused, with the part that writes parameters and without it', async () => {
  const d = ['a', null, 'b']
  await expect(api.getX({ query: { ...query, d }, header })).rejects.toThrow('An item of "d" has no value')
  await expect(api.getPlain({ query: { d } })).rejects.toThrow(SerializationError)
})
