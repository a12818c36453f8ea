import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const user = {
  type: 'object',
  required: ['id', 'name', 'joined'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    joined: { type: 'string', format: 'date-time' },
  },
}
const task = {
  type: 'object',
  properties: { id: { type: 'string' }, members: { type: 'array', items: user } },
}
const body = (): object => ({
  content: {
    'application/json': {
      schema: { type: 'object', properties: { members: { type: 'array', items: { type: 'string' } } } },
    },
  },
})

test('a change that a client reverses shows the same as before', async () => {
  const mock = createMock(
    await described({
      '/tasks': { post: { operationId: 'add', requestBody: body(), responses: answers(task) } },
      '/tasks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'show', responses: answers(task) },
        patch: { operationId: 'change', requestBody: body(), responses: answers(task) },
      },
    }),
  )
  const made = (await send(mock, 'POST /tasks', { body: { members: ['ada'] } })).body as { id: string }
  const change = async (...members: string[]): Promise<unknown> =>
    (await send(mock, `PATCH /tasks/${made.id}`, { body: { members } })).body
  const other = await change('bea')
  expect(other).not.toEqual(made)
  expect(await change('ada')).toEqual(made)
  expect(await change('bea')).toEqual(other)
})
