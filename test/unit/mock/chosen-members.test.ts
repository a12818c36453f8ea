import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { outcomes } from '../contract/support/small-service.ts'
import { send } from './mock-of.ts'

const text = { type: 'string' }
const visit = { type: 'object', required: ['id'], properties: { id: text, name: text, note: text } }
const fields = {
  ...{ name: 'fields', in: 'query' },
  schema: { type: 'array', items: { type: 'string', enum: ['id', 'name', 'note'] } },
}
const id = { name: 'id', in: 'path', required: true, schema: text }
const documentOf = (item: object) =>
  described({
    '/visits': {
      get: {
        operationId: 'list',
        parameters: [fields],
        responses: answers({ type: 'object', properties: { data: { type: 'array', items: item } } }),
      },
      post: {
        operationId: 'create',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } },
        },
        responses: answers(item, { status: 201 }),
      },
    },
    '/visits/{id}': {
      parameters: [id],
      get: { operationId: 'read', parameters: [fields], responses: answers(item) },
    },
  })

test('items have the properties that a parameter selects, and those that they require', async () => {
  const mock = createMock(await documentOf(visit), {
    data: { '/visits': [{ id: 'a', name: 'Ada', note: 'x' }] },
  })
  const shown = async (path: string) => (await send(mock, `GET /visits${path}`)).body
  expect(await shown('?fields=name')).toEqual({ data: [{ id: 'a', name: 'Ada' }] })
  expect(await shown('/a?fields=id&fields=note')).toEqual({ id: 'a', note: 'x' })
  expect(await shown('/a')).toEqual({ id: 'a', name: 'Ada', note: 'x' })
})

test.each([
  ['optional', visit],
  ['required', { ...visit, required: ['id', 'name', 'note'] }],
])('the suite finds nothing in a mock whose properties are %s', async (_, item) => {
  const document = await documentOf(item)
  const mock = createMock(document)
  const lines = await outcomes(document, {
    answer: (request) => mock(request),
    rules: ['members', 'conformance'],
  })
  expect(lines.filter((line) => line.startsWith('members'))).toEqual([
    'members list: passed',
    'members read: passed',
  ])
  expect(lines.filter((line) => line.includes('|'))).toEqual([])
})
