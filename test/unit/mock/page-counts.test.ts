import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const count = { type: 'integer' }
const boat = { type: 'object', properties: { id: { type: 'string' } } }

test.each([
  ['beside the items', { total_pages: count }, 'total_pages'],
  [
    'in an object about pages',
    { pagination: { type: 'object', properties: { pages: count } } },
    'pagination.pages',
  ],
])('a number of pages %s is that of the whole list', async (_, around, path) => {
  const required = Object.keys(around)
  const listed = { items: { type: 'array', items: boat }, ...around }
  const mock = createMock(
    await described({
      '/boats': {
        get: {
          operationId: 'list',
          parameters: ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: count })),
          responses: answers({ type: 'object', required, properties: listed }),
        },
      },
    }),
    { items: 7 },
  )
  const { body } = await send(mock, 'GET /boats?limit=2')
  expect(body).toHaveProperty(path, 4)
})
