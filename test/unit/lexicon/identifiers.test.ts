import {
  identifiers,
  isIdentifyingName,
  isOwnItemName,
  isReferenceName,
  stemOf,
} from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'
import { isKeptValue } from '../../../runtime/contract/world/values/same.ts'

test('an object stands for what each of its names says', () => {
  for (const name of Object.values(identifiers.naming.rows))
    expect(isKeptValue('n1', { [name]: 'n1', size: 3 })).toBe(true)
  expect(isKeptValue('n1', { title: 'n1', size: 3 })).toBe(false)
})

test.each(['owner_id', 'ownerId', 'ownerID', 'owner-uuids', 'ownerGuid', 'owner_ids', 'ownerIDs'])(
  '"%s" refers to an owner',
  (name) => {
    expect([isReferenceName(name), isIdentifyingName(name)]).toEqual([true, true])
  },
)

test('an identifier alone refers to nothing else, and a word that ends in one is none', () => {
  expect(
    ['id', '_id', 'uuids', 'ID'].map((name) => [isReferenceName(name), isIdentifyingName(name)]),
  ).toEqual(Array(4).fill([false, true]))
  expect(['valid', 'paid', 'owner', 'owner_name', ''].filter(isIdentifyingName)).toEqual([])
})

test.each([
  ['user__uuid', 'user'],
  ['userUuid', 'user'],
  ['userid', 'user'],
  ['folderUid', 'folder'],
  ['currency_code', 'currency_code'],
  ['HTTPServerID', 'http_server'],
  ['project', 'project'],
  ['id', ''],
])('"%s" is about "%s"', (name, stem) => {
  expect(stemOf(name)).toBe(stem)
})

test('an id is the own one of items of its name, not of items whose name begins with it', () => {
  expect(isOwnItemName('widgetUuid', '/widgets')).toBe(true)
  expect(isOwnItemName('groupId', '/group-memberships')).toBe(false)
})
