import { expect, test } from 'vitest'
import { surelyNamedInExample } from '../../../runtime/mock/document/surely-named.ts'

test.each([
  [
    { name: 'a', id: 7 },
    { member: 'id', id: '7' },
  ],
  [
    { uuid: 'u1', name: 'a' },
    { member: 'uuid', id: 'u1' },
  ],
  [
    { id: {}, guid: 'g1' },
    { member: 'guid', id: 'g1' },
  ],
  [{ name: 'a' }, undefined],
  ['id', undefined],
])('%j is surely named %j', (value, expected) => {
  expect(surelyNamedInExample(value)).toEqual(expected)
})
