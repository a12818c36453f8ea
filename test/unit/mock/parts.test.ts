import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const node = { type: 'object', required: ['id'], properties: { id: text, state: text } }
const pool = {
  type: 'object',
  required: ['id', 'nodes'],
  properties: { id: text, nodes: { type: 'array', minItems: 1, items: node } },
}
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))
const gone = { 204: { description: 'Gone.' }, 404: { description: 'None.' } }

test('a part of an item that only the item lists is there under the name that the item shows', async () => {
  const document = await described({
    '/pools': { get: { operationId: 'listPools', responses: answers({ type: 'array', items: pool }) } },
    '/pools/{pool}': {
      parameters: inPath('pool'),
      get: { operationId: 'readPool', responses: answers(pool) },
    },
    '/pools/{pool}/nodes/{node}': {
      parameters: inPath('pool', 'node'),
      delete: { operationId: 'removeNode', responses: gone },
    },
  })
  const mock = createMock(document)
  const call = (method: string, path: string) =>
    mock(new Request(`http://mock.test/pools${path}`, { method }))
  const [{ id, nodes }] = (await (await call('GET', '')).json()) as [{ id: string; nodes: { id: string }[] }]
  expect((await call('DELETE', `/${id}/nodes/${nodes[0]?.id}`)).status).toBe(204)
  expect((await call('DELETE', `/${id}/nodes/other`)).status).toBe(404)
})

test('an item is not at a path with another value than the item shows', async () => {
  const run = { type: 'object', required: ['id', 'job'], properties: { id: text, job: text } }
  const document = await described({
    '/runs': { get: { operationId: 'listRuns', responses: answers({ type: 'array', items: run }) } },
    '/runs/{run}': {
      parameters: inPath('run'),
      get: { operationId: 'readRun', responses: answers(run) },
    },
    '/tasks/{job}/runs/{run}/log': {
      parameters: inPath('job', 'run'),
      get: { operationId: 'readLog', responses: { ...answers(node), 404: { description: 'None.' } } },
    },
  })
  const mock = createMock(document)
  const read = (path: string) => mock(new Request(`http://mock.test${path}`))
  const [{ id, job }] = (await (await read('/runs')).json()) as [{ id: string; job: string }]
  expect((await read(`/tasks/${encodeURIComponent(job)}/runs/${id}/log`)).status).toBe(200)
  expect((await read(`/tasks/other/runs/${id}/log`)).status).toBe(404)
})
