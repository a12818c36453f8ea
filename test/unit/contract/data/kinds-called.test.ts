import { expect, test } from 'vitest'
import { resourceOfKind } from '../../../../runtime/contract/data/document/reference.ts'
import { answers, described } from '../support/described.ts'

const text = { type: 'string' }
const item = { type: 'object', properties: { name: text } }
const collections = ['properties', 'propertykeys', 'vertex-labels', 'projects']
const document = await described(
  Object.fromEntries(
    collections.map((name) => [
      `/${name}`,
      { get: { operationId: name, responses: answers({ type: 'array', items: item }) } },
    ]),
  ),
)

test.each([
  [['undefined property key', 'property key', 'key'], '/propertykeys'],
  [['vertex label', 'label'], '/vertex-labels'],
  [['project key', 'key'], '/projects'],
  [['key'], undefined],
])('%j are the items of %s', (kinds, collection) => {
  expect(resourceOfKind(kinds, document)?.collection).toBe(collection)
})
