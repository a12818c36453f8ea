import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))
const required = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })

test('the response to a create shows the names in the request, and that of the created item', async () => {
  const secret = required({ ID: text, Name: text, CreatedAt: text })
  const document = await described({
    '/groups/{group_id}/secrets': {
      parameters: inPath('group_id'),
      get: { operationId: 'list', responses: answers({ type: 'array', items: secret }) },
      post: {
        operationId: 'add',
        requestBody: body(required({ Name: text, user_id: text })),
        responses: answers(required({ Id: text, group_id: text, user_id: text }), { status: 201 }),
      },
    },
    '/groups/{group_id}/secrets/{id}': {
      parameters: inPath('group_id', 'id'),
      get: { operationId: 'read', responses: { ...answers(secret), 404: { description: 'None.' } } },
    },
  })
  const mock = createMock(document)
  const made = await mock(
    new Request('http://mock.test/groups/7/secrets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Name: 'key', user_id: 'u1' }),
    }),
  )
  const shown = (await made.json()) as { Id: string }
  expect(shown).toEqual({ Id: expect.any(String), group_id: '7', user_id: 'u1' })
  const read = await mock(new Request(`http://mock.test/groups/7/secrets/${shown.Id}`))
  expect(await read.json()).toMatchObject({ ID: shown.Id, Name: 'key' })
})
