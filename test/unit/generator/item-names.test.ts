import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

/** Returns the property that identifies an item, as inferred from the name of the path parameter. */
async function memberBehind(
  collection: string,
  parameter: string,
  members: readonly string[] = ['gid', 'id', 'name'],
): Promise<readonly string[] | undefined> {
  const text = { type: 'string' }
  const item = { type: 'object', properties: Object.fromEntries(members.map((name) => [name, text])) }
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
  return resources[0]?.names?.[0]?.path
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

test.each([
  ['pets', 'pet', ['_id', 'label'], '_id'],
  ['pets', 'petId', ['ID', 'label'], 'ID'],
  ['pets', 'pet_uid', ['label', 'UID'], 'UID'],
  ['pets', 'petId', ['_id', 'id'], 'id'],
  ['pets', 'which', ['Name', 'Slug'], 'Slug'],
  ['pets', 'which', ['PetKey', 'petUUID'], 'petUUID'],
])('of "%s" {%s} with %j it is "%s"', async (collection, parameter, members, member) => {
  expect(await memberBehind(collection, parameter, members)).toEqual([member])
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
  expect(resources[0]?.names).toEqual([{ path: ['uuid'] }])
})
