import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const boat = {
  type: 'object',
  properties: { name: text, oars: { type: 'array', items: { $ref: '#/components/schemas/Oar' } } },
}
const Oar = { type: 'object', properties: { name: text, length: { type: 'number' } } }
const body = { content: { 'application/json': { schema: boat } } }
const parameters = [{ name: 'name', in: 'path', required: true, schema: text }]

test('a procedure that a gateway binds to a read as well may be called at any time', async () => {
  const { operations } = await described({
    '/boats/{name}/echo': { get: { operationId: 'Boats_Echo', parameters, responses: answers(boat) } },
    '/boats/echo': { post: { operationId: 'Boats_Echo2', requestBody: body, responses: answers(boat) } },
    '/boats/{name}/launch': {
      get: { operationId: 'Boats_CreateLaunch', parameters, responses: answers(boat) },
    },
    '/launches': {
      post: { operationId: 'Boats_CreateLaunch2', requestBody: body, responses: answers(boat) },
    },
    '/boats/sink': { post: { operationId: 'Boats_Sink2', requestBody: body, responses: answers(text) } },
    '/boats/{name}/sink': { get: { operationId: 'Boats_Sink', parameters, responses: answers(boat) } },
  })
  expect(operations.filter(({ harmless }) => harmless).map(({ operationId }) => operationId)).toEqual([
    'Boats_Echo2',
  ])
})

test('a POST that is answered with an item that has a list of its own creates it', async () => {
  const { resources } = await described(
    {
      '/boats': { post: { operationId: 'Boats_CreateBody', requestBody: body, responses: answers(boat) } },
      '/boats/{name}': {
        get: { operationId: 'Boats_Lookup', parameters, responses: answers(boat) },
        delete: { operationId: 'Boats_Delete', parameters, responses: { 200: { description: 'Gone' } } },
      },
    },
    { components: { schemas: { Oar } } },
  )
  expect(resources.map(({ operations }) => operations)).toEqual([
    { create: 'Boats_CreateBody', read: 'Boats_Lookup', delete: 'Boats_Delete' },
  ])
})
