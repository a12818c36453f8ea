import type { ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { itemIdOf } from '../../../../../runtime/contract/data/document/identifier.ts'
import {
  itemNamesWhenListed,
  itemNamesWhenMade,
} from '../../../../../runtime/contract/world/items/clean-up/other-names.ts'
import { identifierCandidates } from '../../../../../runtime/contract/world/items/identity/candidates.ts'
import { isKeptValue } from '../../../../../runtime/contract/world/values/same.ts'
import { answers, described } from '../../support/described.ts'

const works: ResourceDescriptor = { name: 'works', collection: '/works', operations: {}, actions: [] }

test.each([
  { Name: 'Tea', _id: 'w7' },
  { name: 'Tea', ID: 'w7' },
  { Title: 'Tea', Slug: 'w7' },
  { _id: 'x', id: 'w7' },
])('an item is called by its identifier, however that is spelled: %j', (item) => {
  expect(itemIdOf(works, item)).toBe('w7')
})

test.each(['_id', 'ID', 'Name', 'UUID', 'Code'])('an object stands for what its "%s" says', (name) => {
  expect([
    isKeptValue('w7', { [name]: 'w7', size: 3 }),
    isKeptValue({ [name]: 'w7', size: 3 }, 'w7'),
  ]).toEqual([true, true])
})

test('members that may name an item are ranked by what they are called, and then by how that is spelled', async () => {
  const text = { type: 'string' }
  const parameters = [{ name: 'work', in: 'path', required: true, schema: text }]
  const document = await described({
    '/works': { get: { operationId: 'list', responses: answers({ type: 'array', items: {} }) } },
    '/works/{work}': { get: { operationId: 'read', parameters, responses: answers({}) } },
  })
  const [resource] = document.resources
  const candidates = (value: object) =>
    identifierCandidates(document, resource!, value).map(({ path }) => path.join('.'))
  expect(candidates({ Name: 'Tea', UUID: 'u7', _id: 'w7' })).toEqual(['_id', 'UUID', 'Name'])
  expect(candidates({ ID: 'w8', id: 'w7', note: 'x' })).toEqual(['id', 'ID'])
})

test('other names of an item are those that it shows, however their members are spelled', () => {
  const item = { Title: 'a long title', _id: 'w7', UUID: 'b7a0c3e2', Key: 'short' }
  expect(itemNamesWhenMade(item)).toEqual(['b7a0c3e2', 'a long title'])
  expect(itemNamesWhenListed([item, { ...item, _id: 'w8' }], 'w7')).toEqual([
    'b7a0c3e2',
    'short',
    'a long title',
  ])
})
