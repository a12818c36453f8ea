import { expect, test } from 'vitest'
import { streamedItemBreach } from '../../../../runtime/contract/rules/body-formats/stream-items.ts'

test('a title shows a value that says what is wrong, and no whole object', () => {
  expect(streamedItemBreach('/id must be a string', 7)).toBe(
    'breaks its schema: /id must be a string, and is 7',
  )
  expect(streamedItemBreach('/id must be a string', undefined)).toBe(
    'breaks its schema: /id must be a string, and is nothing',
  )
  expect(streamedItemBreach('the body must have the property "id"', { name: 'Bo', tags: ['a'] })).toBe(
    'breaks its schema: the body must have the property "id"',
  )
})
