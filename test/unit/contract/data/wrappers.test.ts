import { expect, test } from 'vitest'
import { wrapperMembers } from '../../../../runtime/contract/data/address/wrappers.ts'
import { Dictionary } from '../../../../runtime/contract/world/requests/dictionary/dictionary.ts'
import { answers, described } from '../support/described.ts'

const text = { type: 'string' }
const item = { type: 'object', properties: { name: text, type: text } }
const parameters = [{ name: 'name', in: 'path', required: true, schema: text }]

/** A document with three collections, whose responses are built by `around`. */
function documentOf(around: (content: object) => object) {
  const kinds = ['boats', 'piers', 'crews'].map((kind) => ({
    [`/${kind}`]: {
      get: { operationId: `list-${kind}`, responses: answers(around({ type: 'array', items: item })) },
    },
    [`/${kind}/{name}`]: {
      get: { operationId: `read-${kind}`, parameters, responses: answers(around(item)) },
    },
  }))
  return described(Object.assign({}, ...kinds))
}

test('what all responses have beside their items is no property of items', async () => {
  const document = await documentOf((metadata) => ({
    ...{ type: 'object', properties: { type: text, status: text, metadata } },
  }))
  const around = wrapperMembers(document)
  expect([...around].toSorted()).toEqual(['status', 'type'])
  const [list] = document.operations
  const dictionary = new Dictionary(around)
  const answer = { type: 'sync', status: 'Success', metadata: [{ name: 'anna', type: 'dinghy' }] }
  if (list !== undefined) dictionary.learn(list, answer, 1)
  expect(dictionary.find('type')).toEqual(['dinghy'])
  expect(dictionary.find('boat_type')[0]).toBe('dinghy')
  expect(dictionary.find('name')).toEqual(['anna'])
})

test('what all items have is a property of items', async () => {
  expect(wrapperMembers(await documentOf((content) => content))).toEqual(new Set())
})
