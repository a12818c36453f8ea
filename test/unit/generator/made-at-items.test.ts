import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const Blob = { type: 'object', properties: { id: { type: 'string' }, content: { type: 'string' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const requestBody = { content: { 'application/json': { schema: Blob } } }

/** Returns the resources and operations of blobs, with a PUT to a blob that has this description. */
function ofBlobs(description: string) {
  return described({
    '/blobs': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: Blob }) },
      post: { operationId: 'make', requestBody, responses: answers(Blob) },
    },
    '/blobs/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: answers(Blob) },
      put: { operationId: 'put', description, requestBody, responses: answers(Blob) },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
    },
  })
}

test('a PUT that, by its description, uploads a new item replaces none', async () => {
  const { resources, operations } = await ofBlobs('Uploads a new blob. Deprecated: use POST /blobs instead.')
  expect(resources[0]?.operations).toEqual({ list: 'list', create: 'make', read: 'read', delete: 'remove' })
  expect(operations.find(({ operationId }) => operationId === 'put')?.resource?.role).toBe('create')
})

test('a PUT that may also replace an item does', async () => {
  const { resources } = await ofBlobs('Uploads a new blob, or replaces the one with this id.')
  expect(resources[0]?.operations.replace).toBe('put')
})
