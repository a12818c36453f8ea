import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const pet = { type: 'object', properties: { id: text, name: text, age: { type: 'integer' } } }
const owner = { type: 'object', properties: { id: text, street: text } }
const within = (members: object) => ({ type: 'object', properties: members })
const list = (items: object) => ({ type: 'array', items })

/**
 * Returns the resource of pets, given the schemas of the list, of the read, and of the creation's response
 * and request body.
 */
async function pets({ listed = list(pet), read = pet, made = pet, sent = pet }: Record<string, object>) {
  const parameters = [{ name: 'petId', in: 'path', required: true, schema: text }]
  const requestBody = { required: true, content: { 'application/json': { schema: sent } } }
  const { resources } = await described({
    '/pets': {
      get: { operationId: 'list', responses: answers(listed) },
      post: { operationId: 'make', requestBody, responses: answers(made, { status: 201 }) },
    },
    '/pets/{petId}': { parameters, get: { operationId: 'read', responses: answers(read) } },
  })
  return resources[0]
}

/** Returns the envelopes of the operations on pets. */
async function envelopes(schemas: Record<string, object>) {
  return (await pets(schemas))?.envelopes
}

test('what is the item itself has no envelope', async () => {
  expect(await envelopes({})).toBeUndefined()
})

test.each([
  ['one member', { read: within({ data: pet }) }, { read: { shown: ['data'] } }],
  ['one of several', { read: within({ owner, pet, at: text }) }, { read: { shown: ['pet'] } }],
  ['two members deep', { made: within({ data: within({ pet }) }) }, { make: { shown: ['data', 'pet'] } }],
  ['the only item of a list', { read: within({ pets: list(pet) }) }, { read: { shown: ['pets', '0'] } }],
  ['the body of a request', { sent: within({ pet }) }, { make: { written: ['pet'] } }],
  ['a list of bodies', { sent: list(pet), made: list(pet) }, { make: { shown: ['0'], written: ['0'] } }],
  [
    'an item that no list shows',
    {
      listed: {},
      read: within({ data: pet, meta: within({ took: text }) }),
      sent: within({ name: text, age: text }),
    },
    { read: { shown: ['data'] } },
  ],
])('an item is found in %s', async (_, schemas, found) => {
  expect(await envelopes(schemas as Record<string, object>)).toEqual(found)
})

test('an item that repeats its members in a part is the item', async () => {
  const read = within({ ...pet.properties, before: pet })
  expect(await envelopes({ read })).toBeUndefined()
})

test.each([
  ['an answer about it alone', {}, 'read'],
  ['its list, where an answer shows few of its members', { read: within({ name: text }) }, 'list'],
  ['its list, where an answer names no members', { listed: within({ pets: list(pet) }), read: {} }, 'list'],
])('an item is shown whole by %s', async (_, schemas, operationId) => {
  expect((await pets(schemas as Record<string, object>))?.shownBy).toBe(operationId)
})

test('an object of which the document says nothing is the item in the place of a list', async () => {
  const bare = within({ result: { type: 'object' } })
  const found = { read: { shown: ['result'] }, make: { shown: ['result'] } }
  expect(await envelopes({ listed: within({ result: list(pet) }), read: bare, made: bare })).toEqual(found)
})

test('what the default response alone documents as a success is a list, and shows items', async () => {
  const parameters = [{ name: 'petId', in: 'path', required: true, schema: text }]
  const shown = (schema: object) => ({
    default: { description: 'Pets.', content: { 'application/json': { schema } } },
  })
  const { operations, resources } = await described({
    '/pets': { get: { operationId: 'list', responses: shown(list(pet)) } },
    '/pets/{petId}': { parameters, get: { operationId: 'read', responses: shown(within({ pet })) } },
  })
  expect(operations[0]?.list?.items).toEqual([])
  expect(resources[0]).toMatchObject({ shownBy: 'read', envelopes: { read: { shown: ['pet'] } } })
})
