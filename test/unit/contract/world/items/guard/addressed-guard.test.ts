import { Permission } from '@concordat/contract'
import { addressedDocument } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { planAsSent } from '../../../../../../runtime/contract/data/address/as-sent.ts'
import type { ValueOrigin } from '../../../../../../runtime/contract/data/document/path-binding.ts'
import { operationName } from '../../../../../../runtime/contract/data/document/resource-lookup.ts'
import type { RequestPlan } from '../../../../../../runtime/contract/data/exchange/request.ts'
import { ItemGuard } from '../../../../../../runtime/contract/world/items/guard/item-guard.ts'
import { answers, described } from '../../../support/described.ts'

const boat = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const body = (...required: string[]) => ({
  requestBody: { content: { 'application/json': { schema: { ...boat, required } } } },
  responses: answers(boat),
})
const document = addressedDocument(
  await described({
    '/boats/create': { post: { operationId: 'create', ...body('name') } },
    '/boats/get': { post: { operationId: 'get', ...body('id') } },
    '/boats/update': { post: { operationId: 'update', ...body('id', 'name') } },
    '/boats/delete': { post: { operationId: 'delete', ...body('id') } },
  }),
)

/** True if a request to an item whose name has this origin is sent. */
function isSent(operationId: string, origin: ValueOrigin, others: Partial<RequestPlan> = {}): boolean {
  const permission = new Permission({ document, target: {} })
  const guard = new ItemGuard({ document, changeExisting: false, permission })
  const operation = document.operations.find((each) => each.operationId === operationId)!
  return guard.objectionTo({ operation, path: { id: { text: '7', origin } }, ...others }) === undefined
}

test('a body that names an item of others is read with, and nothing is changed by it', () => {
  for (const origin of ['discovered', 'configured', 'guessed'] as const) {
    expect(isSent('get', origin)).toBe(true)
    expect(isSent('update', origin)).toBe(false)
    expect(isSent('delete', origin)).toBe(false)
  }
  for (const origin of ['created', 'expendable', 'unknown'] as const) {
    expect(isSent('update', origin)).toBe(true)
    expect(isSent('delete', origin)).toBe(true)
  }
})

test('a change is not sent where its body cannot hold the name', () => {
  const mediaType = 'application/json'
  expect(isSent('update', 'created', { body: { mediaType, value: { name: 'a' } } })).toBe(true)
  for (const value of [[], 'a', null])
    expect(isSent('update', 'created', { body: { mediaType, value } })).toBe(false)
  expect(isSent('update', 'created', { raw: { contentType: mediaType, text: '{"name": "a"}' } })).toBe(false)
  expect(isSent('get', 'created', { raw: { contentType: mediaType, text: '{' } })).toBe(true)
})

test('messages show operations as the document has them', () => {
  expect(document.operations.map(({ operationId }) => operationName(document, operationId))).toEqual([
    ...['POST /boats/create', 'POST /boats/get', 'POST /boats/update', 'POST /boats/delete'],
  ])
})

test('another method does not say which item it is about', () => {
  expect(isSent('delete', 'created', { method: 'PUT' })).toBe(false)
  expect(isSent('update', 'created', { method: 'DELETE' })).toBe(false)
})

test('a name inside of an item is sent where its body has room for it', async () => {
  const whole = { type: 'object', properties: { boat } }
  const nested = addressedDocument(
    await described({
      '/BoatService/CreateBoat': { post: { operationId: 'create', ...body('name') } },
      '/BoatService/UpdateBoat': {
        post: {
          operationId: 'update',
          requestBody: { content: { 'application/json': { schema: whole } } },
          responses: answers(boat),
        },
      },
      '/BoatService/GetBoat': { post: { operationId: 'get', ...body('id') } },
    }),
  )
  const operation = nested.operations.find(({ operationId }) => operationId === 'update')!
  const path = { id: { text: '7', origin: 'created' } } as const
  const sent = (value: unknown) =>
    planAsSent({ operation, path, body: { mediaType: 'application/json', value } }, nested).body?.value
  expect(sent({})).toEqual({ boat: { id: 7 } })
  expect(sent({ boat: { id: 1, name: 'a' } })).toEqual({ boat: { id: 7, name: 'a' } })
  const guard = new ItemGuard({
    ...{ document: nested, changeExisting: false },
    permission: new Permission({ document: nested, target: {} }),
  })
  const allows = (value: unknown) =>
    guard.objectionTo({ operation, path, body: { mediaType: 'application/json', value } }) === undefined
  expect([{}, { boat: {} }, { boat: [] }, { boat: 'a' }].map(allows)).toEqual([true, true, false, false])
})

test('a request to delete an item has nothing in it that might make it delete more', async () => {
  const key = { type: 'string' }
  const schema = { type: 'object', properties: { key, range_end: key, prefix: { type: 'boolean' } } }
  const range = { requestBody: { content: { 'application/json': { schema } } }, responses: answers(schema) }
  const store = addressedDocument(
    await described({
      '/kv/put': { post: { operationId: 'put', ...range } },
      '/kv/range': { post: { operationId: 'range', ...range } },
      '/kv/deleterange': { post: { operationId: 'delete', ...range } },
    }),
  )
  const bodyOf = (id: string) => store.operations.find(({ operationId }) => operationId === id)?.requestBody
  expect(bodyOf('delete')).toBeUndefined()
  expect(Object.keys(Object(bodyOf('put')?.content['application/json']?.schema).properties)).toEqual([
    'range_end',
    'prefix',
  ])
})
