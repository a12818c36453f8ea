import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const option = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } }
const question = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    options: { type: 'array', items: option },
    hints: { type: 'array', items: option },
  },
}
const bodyOf = (schema: object): object => ({ content: { 'application/json': { schema } } })
const inPath = (...names: string[]): object[] =>
  names.map((name) => ({ in: 'path', name, required: true, schema: { type: 'string' } }))

test('a new item lists none of the items below it, because it has none yet', async () => {
  const mock = createMock(
    await described({
      '/questions': {
        post: {
          operationId: 'ask',
          requestBody: bodyOf({ type: 'object', properties: { title: { type: 'string' } } }),
          responses: answers(question),
        },
      },
      '/questions/{question}': {
        parameters: inPath('question'),
        get: { operationId: 'show', responses: answers(question) },
      },
      '/questions/{question}/options': {
        parameters: inPath('question'),
        get: { operationId: 'list', responses: answers({ type: 'array', items: option }) },
        post: { operationId: 'offer', requestBody: bodyOf(option), responses: answers(option) },
      },
      '/questions/{question}/options/{option}': {
        parameters: inPath('question', 'option'),
        delete: { operationId: 'withdraw', responses: { 204: { description: 'Withdrawn' } } },
      },
    }),
  )
  const { body } = await send(mock, 'POST /questions', { body: { title: 'Why?' } })
  expect(body).toMatchObject({ title: 'Why?', options: [], hints: [{}] })
})
