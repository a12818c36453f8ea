import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

test('a page can be chosen by a parameter whose name no header can have', async () => {
  const number = { type: 'integer', minimum: 1, default: 1 }
  const size = { type: 'integer', minimum: 1, maximum: 50, default: 2 }
  const text = { type: 'string' }
  const visit = { type: 'object', required: ['id'], properties: { id: text, name: text } }
  const document = await described({
    '/visits': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'page[number]', in: 'query', schema: number },
          { name: 'page[size]', in: 'query', schema: size },
        ],
        responses: answers({
          type: 'object',
          required: ['data', 'total'],
          properties: { data: { type: 'array', items: visit }, total: { type: 'integer' } },
        }),
      },
    },
  })
  const data = { '/visits': ['a', 'b', 'c'].map((id) => ({ id })) }
  const mock = createMock(document, { data })
  const shown = async (query: string) => (await send(mock, `GET /visits${query}`)).body
  const of = (...ids: readonly string[]) => ({
    data: ids.map((id) => expect.objectContaining({ id })),
    total: 3,
  })
  expect(await shown('')).toEqual(of('a', 'b'))
  expect(await shown('?page[number]=2')).toEqual(of('c'))
  expect(await shown('?page[number]=3&page[size]=1')).toEqual(of('c'))
})
