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

const text = { type: 'string' }

interface Things {
  readonly members: Readonly<Record<string, object>>
  readonly schema?: object
  readonly links?: object
  readonly schemas?: object
}

/** Returns the names of items at "/things/{which}", as the model describes them. */
async function namesWith({ members, schema = text, links, schemas = {} }: Things) {
  const item = { type: 'object', properties: members }
  const parameters = [{ name: 'which', in: 'path', required: true, schema }]
  const made = { 201: { description: 'Made.', content: { 'application/json': { schema: item } }, links } }
  const { resources } = await described(
    {
      '/things': { post: { operationId: 'make', responses: made } },
      '/things/{which}': {
        parameters,
        get: { operationId: 'read', responses: answers(item) },
        delete: { operationId: 'remove', responses: { 204: { description: 'Removed.' } } },
      },
    },
    { components: { schemas } },
  )
  return resources[0]?.names?.map(({ path, certainty }) => `${path.join('.')}: ${certainty}`)
}

test('names are usual ones first, then possible ones', async () => {
  const members = { title: text, code: text, note: text, name: text, pk: text }
  expect(await namesWith({ members })).toEqual([
    'name: likely',
    'pk: possible',
    'code: possible',
    'title: possible',
  ])
})

test.each([
  [
    'a link passes',
    { links: { read: { operationId: 'read', parameters: { which: '$response.body#/code' } } } },
  ],
  [
    'has the schema of the parameter as',
    {
      schema: { $ref: '#/components/schemas/Code' },
      schemas: { Code: text },
      members: { name: text, code: { $ref: '#/components/schemas/Code' } },
    },
  ],
])('the document states that a property is the name if %s it', async (_, parts) => {
  const names = await namesWith({ members: { name: text, code: text }, ...parts })
  expect(names).toEqual(['code: stated', 'name: likely'])
})

test('an identifier that only the server sets is stated', async () => {
  const members = { name: text, guid: { ...text, readOnly: true } }
  expect(await namesWith({ members })).toEqual(['guid: stated', 'name: likely'])
})

test('a property without numbers cannot be the name in a path that takes numbers', async () => {
  const members = { code: text, key: { type: 'integer' } }
  expect(await namesWith({ members, schema: { type: 'integer' } })).toEqual(['key: possible'])
})
