import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const text = { type: 'string' }
const boat = {
  type: 'object',
  properties: { id: text, name: text, color: text, sails: { type: 'array', items: text } },
}
const step = { type: 'object', required: ['op', 'path'], properties: { op: text, path: text } }

async function shipyard() {
  const sent = (schema: object, mediaType = 'application/json') => ({ content: { [mediaType]: { schema } } })
  return createMock(
    await described({
      '/boats': { post: { operationId: 'build', requestBody: sent(boat), responses: answers(boat) } },
      '/boats/{id}/condition': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        patch: {
          operationId: 'inspect',
          requestBody: sent({ type: 'array', items: step }, 'application/json-patch+json'),
          responses: answers(boat),
        },
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'show', responses: answers(boat) },
        patch: {
          operationId: 'change',
          requestBody: sent({ type: 'array', items: step }, 'application/json-patch+json'),
          responses: { ...answers(boat), 409: { description: 'The patch fails.' } },
        },
      },
    }),
  )
}

const ada = { id: 'ada', name: 'Ada', color: 'red', sails: ['jib'] }

test.each([
  [[{ op: 'replace', path: '/name', value: 'Bea' }], { ...ada, name: 'Bea' }],
  [[{ op: 'add', path: '/sails/-', value: 'main' }], { ...ada, sails: ['jib', 'main'] }],
  [[{ op: 'remove', path: '/color' }], { id: 'ada', name: 'Ada', sails: ['jib'] }],
  [[{ op: 'copy', from: '/name', path: '/color' }], { ...ada, color: 'Ada' }],
])('a JSON Patch %j is applied', async (body, shown) => {
  const mock = await shipyard()
  await send(mock, 'POST /boats', { body: ada })
  const headers = { 'content-type': 'application/json-patch+json' }
  expect(await send(mock, 'PATCH /boats/ada', { body, headers })).toMatchObject({ status: 200, body: shown })
  expect((await send(mock, 'GET /boats/ada')).body).toEqual(shown)
})

test('a JSON Patch with a failing operation changes nothing', async () => {
  const mock = await shipyard()
  await send(mock, 'POST /boats', { body: ada })
  const body = [
    { op: 'replace', path: '/name', value: 'Bea' },
    { op: 'test', path: '/color', value: 'blue' },
  ]
  const headers = { 'content-type': 'application/json-patch+json' }
  expect((await send(mock, 'PATCH /boats/ada', { body, headers })).status).toBe(409)
  expect((await send(mock, 'GET /boats/ada')).body).toEqual(ada)
})

test('an action that returns the item applies a JSON Patch, too', async () => {
  const mock = await shipyard()
  await send(mock, 'POST /boats', { body: ada })
  const headers = { 'content-type': 'application/json-patch+json' }
  const body = [{ op: 'replace', path: '/color', value: 'blue' }]
  await send(mock, 'PATCH /boats/ada/condition', { body, headers })
  expect((await send(mock, 'GET /boats/ada')).body).toEqual({ ...ada, color: 'blue' })
})
