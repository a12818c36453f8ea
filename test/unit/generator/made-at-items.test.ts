import { operationById } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { openedDocument } from '../../../runtime/contract/data/address/opened.ts'
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

test('a read whose path ends with a format is one of the collection or the item', async () => {
  const { resources } = await described({
    '/kilns/json': { get: { operationId: 'list', responses: answers({ type: 'array', items: Blob }) } },
    '/kilns': { post: { operationId: 'light', requestBody, responses: answers(Blob, { status: 201 }) } },
    '/kilns/{id}/json': { parameters: [id], get: { operationId: 'read', responses: answers(Blob) } },
  })
  expect(resources).toHaveLength(1)
  expect(resources[0]).toMatchObject({
    ...{ collection: '/kilns', item: '/kilns/{id}' },
    operations: { list: 'list', create: 'light', read: 'read' },
  })
})

test('a path parameter that lists collections stands for one of them', async () => {
  const document = await described({
    '/blobs': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: Blob }) },
      post: { operationId: 'make', requestBody, responses: answers(Blob, { status: 201 }) },
    },
    '/blobs/{id}': { parameters: [id], get: { operationId: 'read', responses: answers(Blob) } },
    '/{kind}/{id}/notes': {
      parameters: [{ ...id, name: 'kind', schema: { type: 'string', enum: ['any', 'blobs'] } }, id],
      get: { operationId: 'notes', responses: answers({ type: 'array', items: Blob }) },
    },
  })
  expect(document.resources.map(({ name }) => name)).toEqual(['blobs', 'blobs.notes'])
  const notes = operationById(openedDocument(document), 'notes')
  expect(notes?.path).toBe('/blobs/{id}/notes')
  expect(notes?.parameters?.map(({ name }) => name)).toEqual(['id'])
  expect(operationById(document, 'notes')?.addressed?.chosen).toEqual({ kind: 'blobs' })
})
