import { fits } from '@concordat/runtime/nearest'
import { expect, test } from 'vitest'
import { isWanted } from '../../../generator/select/filters.ts'

const listPets = { tags: ['pets'], operations: ['listPets', 'GET /pets'], paths: ['/pets'] }

test.each([
  ['listPets', true],
  ['listpets', false],
  ['GET /pets', true],
  ['GET *', true],
  ['*', true],
  ['list*', true],
  ['*Pets', true],
  ['l*t*s', true],
  ['listPets*listPets', false],
  ['list**Pets', true],
  ['list.ets', false],
])('"%s" fits listPets: %s', (pattern, expected) => {
  expect(fits(pattern, listPets.operations)).toBe(expected)
})

test('an operation fits one pattern of each list, and none that excludes', () => {
  expect(isWanted({}, listPets)).toBe(true)
  expect(isWanted({ include: { tags: ['owners', 'pets'] } }, listPets)).toBe(true)
  expect(isWanted({ include: { tags: ['pets'], paths: ['/owners'] } }, listPets)).toBe(false)
  expect(isWanted({ include: { tags: ['pets'] }, exclude: { operations: ['GET *'] } }, listPets)).toBe(false)
  expect(isWanted({ exclude: { tags: ['owners'] } }, listPets)).toBe(true)
  expect(isWanted({ include: { tags: [] } }, listPets)).toBe(false)
})
