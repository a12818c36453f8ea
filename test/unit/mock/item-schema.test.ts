import { expect, test } from 'vitest'
import { isWholeItem } from '../../../runtime/mock/document/item-schema.ts'

test.each([
  { members: ['id', 'title', 'size'], names: ['id', 'title', 'size'], whole: true },
  { members: ['id', 'title'], names: ['id', 'title', 'size'], whole: true },
  { members: ['id', 'note'], names: ['id', 'title', 'size'], whole: false },
  { members: ['id'], names: ['id'], whole: true },
  // A shop's order that contains only the shop's name is not the shop.
  { members: ['id', 'total'], names: ['id'], whole: false },
])('$members are all of $names: $whole', ({ members, names, whole }) => {
  expect(isWholeItem(new Map(members.map((name) => [name, {}])), names)).toBe(whole)
})
