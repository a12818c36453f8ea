import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }

function till(way: object): object {
  return {
    type: 'object',
    properties: { id: { type: 'integer' }, way: { type: 'object', properties: { kind: text, ...way } } },
  }
}

test('a response has no secret of the body inside a property that does not name it', async () => {
  const document = await described({
    '/tills': {
      post: {
        operationId: 'add',
        requestBody: { required: true, content: { 'application/json': { schema: till({ code: text }) } } },
        responses: answers(till({}), { status: 201 }),
      },
    },
    '/tills/{id}': {
      get: {
        operationId: 'read',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: answers(till({})),
      },
    },
  })
  const way = { kind: 'blik', note: 'At the door.', code: 'x7Kq9-secret-3141' }
  const request = new Request('http://mock.test/tills', {
    method: 'POST',
    body: JSON.stringify({ way }),
    headers: { 'content-type': 'application/json' },
  })
  const { code: _, ...shown } = way
  expect(await (await createMock(document)(request)).json()).toEqual({ id: expect.any(Number), way: shown })
})
