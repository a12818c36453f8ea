import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const role = { type: 'object', properties: { id: text, name: text } }
const told = { type: 'object', properties: { message: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }
const absent = { 404: { description: 'None.' } }

test('items that nothing names are not created again for each rule', async () => {
  const document = await described({
    '/roles': {
      post: {
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: role } } },
        responses: answers(told),
      },
    },
    '/roles/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: { ...answers(role), ...absent } },
      delete: { operationId: 'remove', responses: { ...answers(told), ...absent } },
      put: {
        operationId: 'replace',
        requestBody: { content: { 'application/json': { schema: role } } },
        responses: { ...answers(role), ...absent },
      },
    },
  })
  let created = 0
  await runContract({
    document,
    // Rules that need an item, and none that judges the create itself.
    select: { operations: ['read', 'replace', 'remove'] },
    target: {
      baseUrl: 'http://small.test',
      fetch: async ({ method }) => {
        if (method === 'POST') created++
        return Response.json({ message: 'Done.' }, { status: method === 'POST' ? 200 : 404 })
      },
    },
  })
  expect(created).toBe(2)
})
