import { describe, expect, test } from 'vitest'
import * as client from '../../../generated/client.ts'
import { createClient } from '../../../generated/client.ts'
import type { Operation } from '../../../generator/model/model.ts'
import { clientGroupLines } from '../../../generator/outputs/client/members/group-lines.ts'

/**
 * Returns the prefix and the beginning of each line; "!" follows a name that is not derived from the
 * operationId.
 */
function linesOf(names: readonly (readonly [operationId: string, memberName: string])[]): string[] {
  const operations = names.map(
    ([operationId, memberName]) => ({ descriptor: { operationId }, memberName }) as Operation,
  )
  const { prefix, words } = clientGroupLines(operations)
  return [prefix, ...words.map(({ word, isId }) => (isId ? word : `${word}!`))]
}

describe('lines of a group', () => {
  test.each([
    ['an operationId that is the name', [['listPets', 'listPets']], ['', 'listPets']],
    ['a tag and a separator', [['repos/get-branch', 'getBranch']], ['repos/', 'get-branch']],
    ['a tag in camelCase', [['reposGet', 'get']], ['repos', 'Get']],
    ['a tag and an underscore', [['pets_list_all', 'list_all']], ['pets_', 'list_all']],
    [
      'one that keeps its tag, and one with another',
      [
        ['pets/list', 'list'],
        ['pets/get', 'get'],
        ['toys/get', 'toysGet'],
      ],
      ['pets/', 'list', 'get', 'toysGet!'],
    ],
    ['a space in the operationId', [['get pet', 'getPet']], ['', 'getPet!']],
    [
      'a name that begins with a capital keeps the group from having a prefix',
      [
        ['pets/list', 'list'],
        ['GetToys', 'GetToys'],
      ],
      ['', 'list!', 'GetToys'],
    ],
    ['letters of other alphabets', [['pets/größe', 'größe']], ['pets/', 'größe']],
  ] as const)('%s', (_, names, expected) => {
    expect(linesOf(names)).toEqual(expected)
  })
})

test('what a group says of an operation is what its function says', () => {
  const { client: _, ...groups } = createClient({ baseUrl: 'http://a.test' })
  const grouped = Object.values(groups).flatMap((members) => Object.values(members))
  const free = Object.values(client).filter((value) => typeof value === 'function' && 'descriptor' in value)
  expect(grouped).toHaveLength(free.length)
  for (const { descriptor } of grouped) {
    const own = free
      .map((one) => one.descriptor)
      .find(({ operationId }) => operationId === descriptor.operationId)
    expect(descriptor).toEqual(own)
  }
  const walked = (list: readonly object[]) => list.filter((one) => 'items' in one).length
  expect(walked(grouped)).toBe(walked(free))
})
