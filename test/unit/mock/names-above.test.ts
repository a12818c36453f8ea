import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const cabinet = {
  type: 'object',
  properties: {
    ...{ id: { type: 'integer' }, name: text, note: text },
    owner: { type: 'object', properties: { id: { type: 'integer' }, login: text } },
  },
}
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))
const body = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties: { name: text, note: text } } } },
}
const absent = { 404: { description: 'None.' } }

test('an item that several names identify is assumed to exist when it is first requested', async () => {
  const document = await described({
    '/user/cabinets': {
      get: { operationId: 'listCabinets', responses: answers({ type: 'array', items: cabinet }) },
      post: { operationId: 'addCabinet', requestBody: body, responses: answers(cabinet, { status: 201 }) },
    },
    '/cabinets/{owner}/{cabinet}': {
      parameters: inPath('owner', 'cabinet'),
      get: { operationId: 'readCabinet', responses: { ...answers(cabinet), ...absent } },
      delete: { operationId: 'removeCabinet', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
    '/cabinets/{owner}/{cabinet}/coins': {
      parameters: inPath('owner', 'cabinet'),
      get: {
        operationId: 'listCoins',
        responses: { ...answers({ type: 'array', items: cabinet }), ...absent },
      },
    },
  })
  expect(document.resources.find(({ namesAbove }) => namesAbove !== undefined)?.item).toBe(
    '/cabinets/{owner}/{cabinet}',
  )
  const mock = createMock(document)
  const statusOf = async (path: string): Promise<number> =>
    (await mock(new Request(`http://mock.test${path}`))).status
  expect(await statusOf('/cabinets/alice/demo')).toBe(200)
  expect(await statusOf('/cabinets/alice/demo')).toBe(200)
  expect(await statusOf('/cabinets/alice/other')).toBe(404)
})
