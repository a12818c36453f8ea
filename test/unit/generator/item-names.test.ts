import { expect, test } from 'vitest'
import { answers, described } from '../contract/described.ts'

/** The member that names an item, as a document leaves it to be told by the name of the path's parameter. */
async function memberBehind(collection: string, parameter: string): Promise<readonly string[] | undefined> {
  const text = { type: 'string' }
  const item = { type: 'object', properties: { gid: text, id: text, name: text } }
  const { resources } = await described({
    [`/${collection}`]: {
      get: { operationId: 'list', responses: answers({ type: 'array', items: item }) },
    },
    [`/${collection}/{${parameter}}`]: {
      get: {
        operationId: 'read',
        parameters: [{ name: parameter, in: 'path', required: true, schema: text }],
        responses: answers(item),
      },
    },
  })
  return resources[0]?.idProperty
}

test.each([
  ['tags', 'tag_gid', 'gid'],
  ['time_tracking_categories', 'time_tracking_category_gid', 'gid'],
  ['approval_statuses', 'approval_status_gid', 'gid'],
  ['databases', 'databaseId', 'id'],
  ['data', 'data_id', 'id'],
])('of "%s" {%s} is "%s"', async (collection, parameter, member) => {
  expect(await memberBehind(collection, parameter)).toEqual([member])
})

test('an envelope that is called as items are is none of their members', async () => {
  const text = { type: 'string' }
  const answer = { type: 'object', properties: { metric: { type: 'object', properties: { uuid: text } } } }
  const { resources } = await described({
    '/metrics': { post: { operationId: 'create', responses: answers(answer) } },
    '/metrics/{metric_uuid}': {
      delete: {
        operationId: 'remove',
        parameters: [{ name: 'metric_uuid', in: 'path', required: true, schema: text }],
        responses: { '204': { description: 'Removed.' } },
      },
    },
  })
  expect(resources[0]?.idProperty).toEqual(['uuid'])
})
