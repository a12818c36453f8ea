import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const letter = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
const shown = { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } } }
const parameters = [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }]
const absent = { 404: { description: 'There is none.' } }
const done = { responses: { 204: { description: 'Done.' }, ...absent } }

test('an item that an action took away is not left behind', async () => {
  const document = await described({
    '/letters': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: shown }) },
      post: {
        operationId: 'write',
        requestBody: { content: { 'application/json': { schema: letter } } },
        responses: answers(shown, { status: 201 }),
      },
    },
    '/letters/{id}': {
      get: { operationId: 'read', parameters, responses: { ...answers(shown), ...absent } },
      delete: { operationId: 'drop', parameters, ...done },
    },
    '/letters/{id}/archive': { post: { operationId: 'archive', parameters, ...done } },
  })
  const letters = new Map<string, object>()
  let archived = 0
  const { leftBehind } = await runContract({
    document,
    select: { operations: ['archive'], rules: ['conformance'] },
    target: {
      baseUrl: 'http://letters.test',
      fetch: async (request: Request) => {
        const [, , id, action] = new URL(request.url).pathname.split('/')
        if (request.method === 'POST' && id === undefined) {
          const made = { id: letters.size + 1, title: 'made' }
          letters.set(String(made.id), made)
          return Response.json(made, { status: 201 })
        }
        if (id === undefined) return Response.json([...letters.values()])
        if (!letters.has(id)) return new Response(null, { status: 404 })
        if (request.method === 'GET') return Response.json(letters.get(id))
        letters.delete(id)
        if (action === 'archive') archived++
        return new Response(null, { status: 204 })
      },
    },
  })
  expect([archived, leftBehind]).toEqual([1, []])
})
