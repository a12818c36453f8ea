import { expect, test } from 'vitest'
import { kindsOf as compare } from './compare.ts'

const text = { type: 'string' }
const Pet = { type: 'object', properties: { name: text }, required: ['name'] }
const ref = { $ref: '#/components/schemas/Pet' }

test.each<[string, object, object]>([
  ['a reference and a schema', ref, Pet],
  ['a reference, and allOf with it alone', ref, { allOf: [ref] }],
  [
    'allOf and its parts together',
    { allOf: [ref, { properties: { age: text } }] },
    { ...Pet, properties: { name: text, age: text } },
  ],
  [
    'an enumeration and its values one by one',
    { enum: ['a', 'b'] },
    { oneOf: [{ const: 'a' }, { type: 'string', enum: ['b'] }] },
  ],
  ['null as a type and as an alternative', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  [
    'types in a list and as alternatives',
    { type: ['string', 'boolean'] },
    { oneOf: [{ type: 'boolean' }, text] },
  ],
  ['alternatives in another order', { oneOf: [ref, text] }, { oneOf: [text, ref] }],
  [
    'alternatives of alternatives',
    { oneOf: [ref, { oneOf: [{ type: 'array' }, text] }] },
    { oneOf: [ref, { type: 'array' }, text] },
  ],
  ['bounds that hold anyway', { ...text, minLength: 0 }, text],
  ['words for people', { ...text, description: 'One' }, { ...text, title: 'Other' }],
])('%s are the same', async (_, old, now) => {
  expect(await compare(old, now, { Pet })).toEqual([])
  expect(await compare(now, old, { Pet })).toEqual([])
})

test('a schema that refers to itself is compared once, and what differs in it is found', async () => {
  const node = (name: object) => ({
    type: 'object',
    properties: { name, next: { $ref: '#/components/schemas/Node' } },
  })
  expect(await compare({ $ref: '#/components/schemas/Node' }, node(text), { Node: node(text) })).toEqual([])
  expect(await compare(node(text), node({ type: 'integer' }), { Node: node(text) })).toEqual([
    'request-type-changed',
    'response-type-changed',
  ])
})

test('what is one schema of several alternatives now can be more, not something else', async () => {
  expect(await compare(ref, { oneOf: [ref, text] }, { Pet })).toContain('response-alternative-added')
  expect(await compare(ref, { oneOf: [ref, text] }, { Pet })).not.toContain(
    'response-required-property-removed',
  )
})
