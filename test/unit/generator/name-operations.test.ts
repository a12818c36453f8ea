import { expect, test } from 'vitest'
import { documentOperations } from '../../../generator/document/operations.ts'
import { nameOperations, type OperationNaming } from '../../../generator/model/naming/name-operations.ts'

/** Returns operation names for operationIds: "GET /items/{item_id}": "read_items__item_id__get". */
function namesOf(ids: Readonly<Record<string, string>>, naming?: OperationNaming): string[] {
  const paths: Record<string, Record<string, object>> = {}
  for (const [place, operationId] of Object.entries(ids)) {
    const [method = '', path = ''] = place.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, responses: {} } }
  }
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }
  return nameOperations([...documentOperations(document)], { tags: [] }, naming).map(({ name }) => name)
}

test('a path and method at the end of an id are left out', () => {
  expect(
    namesOf({
      'GET /': 'root__get',
      'GET /items/{item_id}': 'read_item_items__item_id__get',
      'POST /a-b/{c:path}/': 'add_a_b__c_path___post',
      'PUT /own': 'myOwnId',
    }),
  ).toEqual(['root', 'read_item', 'add', 'myOwnId'])
})

test('functions of one name keep their ids, and so does one called like the id of another', () => {
  expect(
    namesOf({
      'GET /items/{id}': 'read_items__id__get',
      'GET /users/{id}': 'read_users__id__get',
      'GET /pets': 'list_pets_get',
      'GET /all': 'list',
      'PUT /pets': 'change_pets_put',
      'PUT /items/{id}': 'delete_items__id__put',
    }),
  ).toEqual(['read_items__id__get', 'delete_', 'read_users__id__get', 'list_pets_get', 'change', 'list'])
})

test('an id that ends so by chance stays', () => {
  expect(namesOf({ 'GET /pets': 'list_pets_get', 'POST /pets': 'addPet' })).toEqual([
    'list_pets_get',
    'addPet',
  ])
})

const IDS = { 'GET /items/{id}': 'read_item_items__id__get', 'PUT /items/{id}': 'delete_items__id__put' }

test('a case spells all ids, and a function makes names of what an operation is', () => {
  expect(namesOf(IDS, 'camelCase')).toEqual(['readItem', 'delete_'])
  expect(
    namesOf(IDS, ({ operationId, method, path, tags }) => `${operationId} ${method} ${path} ${tags.length}`),
  ).toEqual(['readItemGETItemsId0', 'deletePUTItemsId0'])
})

test('names that a function gives twice are told apart, and none is refused', () => {
  expect(namesOf(IDS, () => 'item')).toEqual(['item', 'item2'])
  expect(() => namesOf(IDS, () => '')).toThrow(
    '"operationNames" returned "" for GET /items/{id}; expected a name.',
  )
})
