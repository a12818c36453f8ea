import { Answers } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'

const operation = (operationId: string, path: string) => ({
  ...{ operationId, method: 'GET', path, pointer: `#/${operationId}`, security: [], inheritsSecurity: false },
  responses: {
    200: { content: { 'application/json': { schema: { type: 'object' } }, 'text/csv': {}, 'image/png': {} } },
    304: {},
  },
})
const document = {
  ...{ title: 'Pets', version: '1', securitySchemes: {}, definitions: {}, resources: [] },
  operations: [operation('getPet', '/pets/{petId}'), operation('getMine', '/pets/mine')],
} as unknown as DocumentDescriptor
const answers = new Answers(document)
const ask = (name: string, path: string, given: Parameters<Answers['answer']>[1]) =>
  answers.answer(name, given, new Request(`https://pets.test${path}`))

test('a request for an operation whose path says more is left to that', async () => {
  const given = { status: 200, body: {} }
  expect(await ask('getPet', '/v1/pets/mine', given)).toBeUndefined()
  expect((await ask('getMine', '/v1/pets/mine', given))?.status).toBe(200)
  expect((await ask('getPet', '/v1/pets/7', given))?.status).toBe(200)
})

test.each([
  [{ body: { a: 1 } }, 'application/json', '{"a":1}'],
  [{ body: 'text' }, 'application/json', '"text"'],
  [{ body: 'a,b', mediaType: 'text/csv' }, 'text/csv', 'a,b'],
  [{ body: new Blob(['png']), mediaType: 'image/png' }, 'image/png', 'png'],
  [
    { headers: { 'content-type': 'application/problem+json', 'set-cookie': ['a=1', 'b=2'] }, body: {} },
    'application/problem+json',
    '{}',
  ],
])('%j is written in its media type', async (given, mediaType, text) => {
  const response = await ask('getPet', '/pets/7', { status: 200, ...given })
  expect(response?.headers.get('content-type')).toBe(mediaType)
  expect(await response?.text()).toBe(text)
  expect(response?.headers.getSetCookie()).toEqual('headers' in given ? ['a=1', 'b=2'] : [])
})

test('a status without content has none', async () => {
  const response = await ask('getPet', '/pets/7', { status: 304 })
  expect([response?.status, response?.body]).toEqual([304, null])
})
