import { createValidator } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../growth.ts'

const isUnique = (items: readonly unknown[]): boolean =>
  createValidator({})({ uniqueItems: true })(items).length === 0

/** Returns `count` strings, longer than the part that an engine inspects to distinguish them. */
const long = (count: number): string[] =>
  JSON.parse(JSON.stringify(Array.from({ length: count }, (_, index) => 'a'.repeat(17_000) + index)))

test('long texts differ by any of their characters', () => {
  const texts = long(20)
  expect(isUnique(texts)).toBe(true)
  expect(isUnique([...texts, `b${texts[0]?.slice(1)}`])).toBe(true)
  expect(isUnique([...texts, texts[3]])).toBe(false)
  expect(isUnique(texts.map((text) => [text]))).toBe(true)
  expect(isUnique([{ a: texts[0], b: 1 }, { a: texts[0] }])).toBe(true)
  expect(
    isUnique([
      { a: texts[0], b: 1 },
      { b: 1, a: texts[0] },
    ]),
  ).toBe(false)
  expect(isUnique([...texts, ',0', 'a,0', 'a,0,1'])).toBe(true)
})

test('twice as many long texts take twice as long', () => {
  const works = new Map([600, 1200].map((size) => [size, long(size)]))
  expect(growth((size) => isUnique(works.get(size) ?? []), 600)).toBeLessThan(LINEAR)
})
