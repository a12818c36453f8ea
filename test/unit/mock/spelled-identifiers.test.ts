import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'
import { send } from './mock-of.ts'

const text = { type: 'string' }
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })

test.each([
  ['node', { label: text, _id: text }, '_id'],
  ['node', { label: text, Name: text }, 'Name'],
  ['nodeId', { ID: text, nodeId: text }, 'nodeId'],
])('what stands at "/nodes/{%s}" is called as it is asked for: %j', async (parameter, properties, member) => {
  const document = await described({
    [`/nodes/{${parameter}}`]: {
      get: {
        operationId: 'read',
        parameters: [inPath(parameter)],
        responses: answers({ type: 'object', properties, required: Object.keys(properties) }),
      },
    },
  })
  const { body } = await send(createMock({ ...document, resources: [] }), 'GET /nodes/n7')
  expect(body).toEqual(expect.objectContaining({ [member]: 'n7' }))
})

test('a path names an item by a member whose name is spelled otherwise', async () => {
  const team = { type: 'object', properties: { Slug: text }, required: ['Slug'] }
  const document = await described({
    '/teams': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: team }) },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: team } } },
        responses: answers(team, { status: 201 }),
      },
    },
    '/rooms/{room}/teams/{team}/keys': {
      get: {
        operationId: 'keys',
        parameters: [inPath('room'), inPath('team')],
        responses: { ...answers({ type: 'object', properties: { size: { type: 'integer' } } }), 404: {} },
      },
    },
  })
  const mock = createMock(document)
  await send(mock, 'POST /teams', { body: { Slug: 'core' } })
  const statuses = ['core', 'other'].map(
    async (name) => (await send(mock, `GET /rooms/r1/teams/${name}/keys`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 404])
})
