import { expect, test } from 'vitest'
import { unshareAliases } from '../../../generator/load/read/aliases.ts'

/** Returns the value of YAML lines that each repeat the previous one this many times. */
function repeating(lines: number, times: number): unknown[] {
  let value: unknown[] = []
  for (let line = 0; line < lines; line++) value = Array(times).fill(value)
  return value
}

/** True if in each nested list all items are the same. */
function isAsRead(value: unknown): boolean {
  return !Array.isArray(value) || (value.every((item) => item === value[0]) && isAsRead(value[0]))
}

test.each([
  ['would be too many', repeating(12, 9), 'too many'],
  ['would nest too deep', repeating(200, 1), 'too deep'],
  ['would be too many to count', repeating(90, 9), 'too many'],
])('what %s is refused before anything is copied', (_, value, is) => {
  expect(unshareAliases(value, 100)).toEqual({ is })
  expect(isAsRead(value)).toBe(true)
})

test('what is repeated further inside than where it was first is as deep as there', () => {
  const inner = repeating(60, 1)
  expect(unshareAliases([inner, repeating(30, 1)], 100)).toHaveProperty('tree')
  let around: unknown[] = inner
  for (let level = 0; level < 60; level++) around = [around]
  expect(unshareAliases([inner, around], 100)).toEqual({ is: 'too deep' })
})

test('each place has a node of its own', () => {
  const shared = { a: [1] }
  const outcome = unshareAliases({ one: shared, other: [shared] }, 100)
  expect(outcome).toEqual({ tree: { one: { a: [1] }, other: [{ a: [1] }] } })
  const { tree } = outcome as { tree: { one: { a: number[] }; other: { a: number[] }[] } }
  tree.one.a.push(2)
  expect(tree.other).toEqual([{ a: [1] }])
})
