import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const choir = {
  type: 'object',
  required: ['id', 'stats'],
  properties: {
    ...{ id: { type: 'integer' }, name: text },
    stats: { type: 'object', required: ['singer_count'], properties: { singer_count: { type: 'integer' } } },
  },
}
const singer = { type: 'object', properties: { id: { type: 'integer' }, name: text } }
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: { type: 'integer' } }))

test('a number that counts the items below an item follows their creations and deletions', async () => {
  const document = await described({
    '/choirs': {
      get: { operationId: 'listChoirs', responses: answers({ type: 'array', items: choir }) },
    },
    '/choirs/{choir}': {
      parameters: inPath('choir'),
      get: { operationId: 'readChoir', responses: answers(choir) },
    },
    '/choirs/{choir}/singers': {
      parameters: inPath('choir'),
      get: { operationId: 'listSingers', responses: answers({ type: 'array', items: singer }) },
      post: {
        operationId: 'admit',
        requestBody: { content: { 'application/json': { schema: singer } } },
        responses: answers(singer, { status: 201 }),
      },
    },
    '/choirs/{choir}/singers/{singer}': {
      parameters: inPath('choir', 'singer'),
      get: { operationId: 'readSinger', responses: answers(singer) },
      delete: { operationId: 'dismiss', responses: { 204: { description: 'Gone.' } } },
    },
  })
  const mock = createMock(document)
  const call = (method: string, path: string, sent?: object) =>
    mock(
      new Request(`http://mock.test${path}`, {
        method,
        ...(sent && { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
      }),
    )
  const [{ id }] = (await (await call('GET', '/choirs')).json()) as [{ id: number }]
  const count = async () => {
    const read = (await (await call('GET', `/choirs/${id}`)).json()) as { stats: { singer_count: number } }
    return read.stats.singer_count
  }
  const before = await count()
  const made = (await (await call('POST', `/choirs/${id}/singers`, { name: 'Ana' })).json()) as { id: number }
  expect(await count()).toBe(before + 1)
  expect((await call('DELETE', `/choirs/${id}/singers/${made.id}`)).status).toBe(204)
  expect(await count()).toBe(before)
})
