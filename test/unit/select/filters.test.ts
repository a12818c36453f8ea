import { fitsNamePattern } from '@concordat/runtime/nearest'
import { expect, test } from 'vitest'
import { isWantedOperation } from '../../../generator/select/filters.ts'

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
  expect(fitsNamePattern(pattern, listPets.operations)).toBe(expected)
})

test('an operation fits one pattern of each list, and none that excludes', () => {
  expect(isWantedOperation({}, listPets)).toBe(true)
  expect(isWantedOperation({ include: { tags: ['owners', 'pets'] } }, listPets)).toBe(true)
  expect(isWantedOperation({ include: { tags: ['pets'], paths: ['/owners'] } }, listPets)).toBe(false)
  expect(
    isWantedOperation({ include: { tags: ['pets'] }, exclude: { operations: ['GET *'] } }, listPets),
  ).toBe(false)
  expect(isWantedOperation({ exclude: { tags: ['owners'] } }, listPets)).toBe(true)
  expect(isWantedOperation({ include: { tags: [] } }, listPets)).toBe(false)
})
