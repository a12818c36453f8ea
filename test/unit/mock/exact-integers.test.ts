import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const meter = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    count: { type: 'integer', format: 'int64' },
    past: { type: 'array', items: { type: 'integer', format: 'int64' } },
  },
}

const LARGE = '9007199254740993'

test('an integer that a number would round is shown with the digits that a client sent', async () => {
  const content = { 'application/json': { schema: meter } }
  const mock = createMock(
    await described({
      '/meters': {
        get: { operationId: 'list', responses: answers({ type: 'array', items: meter }) },
        post: { operationId: 'add', requestBody: { content }, responses: answers(meter) },
      },
      '/meters/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'show', responses: answers(meter) },
      },
    }),
    {
      onError: (error) => {
        throw error
      },
    },
  )
  const ask = async (path: string, init?: RequestInit): Promise<string> =>
    (await mock(new Request(`http://mock.test${path}`, init))).text()
  const made = await ask('/meters', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"count":${LARGE},"past":[1,-${LARGE}]}`,
  })
  const shown = `"count":${LARGE},"past":[1,-${LARGE}]`
  expect(made).toContain(shown)
  expect(await ask(`/meters/${JSON.parse(made).id}`)).toContain(shown)
  expect(await ask('/meters')).toContain(shown)
})
