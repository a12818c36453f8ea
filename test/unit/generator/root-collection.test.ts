import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const realm = { type: 'object', properties: { name: { type: 'string' } } }
const body = { requestBody: { content: { 'application/json': { schema: realm } } } }
const parameters = [{ in: 'path', name: 'realm', required: true, schema: { type: 'string' } }]
const item = {
  get: { operationId: 'read', parameters, responses: answers(realm) },
  delete: { operationId: 'drop', parameters, responses: { 204: { description: 'Gone.' } } },
}

test('"/" is the collection of the items below it', async () => {
  const { resources } = await described({
    '/': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: realm }) },
      post: { operationId: 'make', ...body, responses: answers(realm, { status: 201 }) },
    },
    '/{realm}': item,
    '/{realm}/users': {
      get: { operationId: 'users', parameters, responses: answers({ type: 'array', items: realm }) },
    },
    '/{realm}/close': { post: { operationId: 'close', parameters, responses: answers(realm) } },
    '/health': { get: { operationId: 'health', responses: answers(realm) } },
  })
  expect(resources).toMatchObject([
    {
      name: 'root',
      collection: '/',
      item: '/{realm}',
      operations: { list: 'list', create: 'make', read: 'read', delete: 'drop' },
      actions: ['close'],
    },
    { name: 'users', parent: { name: 'root', parameter: 'realm' } },
  ])
})

test('a page at "/" is the list of nothing', async () => {
  const { resources } = await described({
    '/': { get: { operationId: 'page', responses: answers({ type: 'object' }) } },
    '/{realm}': item,
  })
  expect(resources).toEqual([])
})
