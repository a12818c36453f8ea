import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const Thing = { type: 'object', required: ['id'], properties: { id: text, text } }
const id = { name: 'id', in: 'path', required: true, schema: text }
const kind = {
  name: 'kind',
  in: 'path',
  required: true,
  schema: { type: 'string', enum: ['blobs', 'files'] },
}
const requestBody = { content: { 'application/json': { schema: Thing } } }
const absent = { 404: { description: 'There is no such thing.' } }

const collection = (name: string) => ({
  [`/${name}`]: {
    get: { operationId: `${name}List`, responses: answers({ type: 'array', items: Thing }) },
    post: { operationId: `${name}Make`, requestBody, responses: answers(Thing, { status: 201 }) },
  },
  [`/${name}/{id}`]: {
    parameters: [id],
    get: { operationId: `${name}Read`, responses: { ...answers(Thing), ...absent } },
  },
})

test('a path that names its kind leads to the items of this kind, and to samples of the others', async () => {
  const document = await described({
    ...collection('blobs'),
    ...collection('files'),
    '/{kind}/{id}/notes': {
      parameters: [kind, id],
      get: { operationId: 'notes', responses: { ...answers({ type: 'array', items: Thing }), ...absent } },
    },
  })
  const mock = createMock(document)
  const statusOf = async (path: string, method = 'GET') => {
    const json = { 'content-type': 'application/json' }
    const sent =
      method === 'POST'
        ? { method, headers: json, body: JSON.stringify({ id: path.slice(1), text: 'x' }) }
        : {}
    const response = await mock(new Request(`http://mock.test${path}`, sent))
    const shown = await response.text()
    return { status: response.status, body: shown === '' ? undefined : JSON.parse(shown) }
  }
  const { id: blob } = Object((await statusOf('/blobs', 'POST')).body)
  const { id: file } = Object((await statusOf('/files', 'POST')).body)
  expect((await statusOf(`/blobs/${blob}/notes`)).status).toBe(200)
  expect((await statusOf('/blobs/unknown/notes')).status).toBe(404)
  expect((await statusOf(`/files/${file}/notes`)).status).toBe(200)
})
