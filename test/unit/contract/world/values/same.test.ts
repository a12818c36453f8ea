import { expect, test } from 'vitest'
import { isKeptValue } from '../../../../../runtime/contract/world/values/same.ts'

const shown = (...names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }))

test('names that a list shows as objects are members of a set', () => {
  expect(isKeptValue(['new', 'hot', 'new'], shown('hot', 'new'))).toBe(true)
  expect(isKeptValue(['new', 'hot'], shown('new'))).toBe(false)
  expect(isKeptValue(['new'], shown('hot', 'new'))).toBe(false)
  expect(isKeptValue(['new'], [])).toBe(false)
})

test('other lists keep their order and their duplicates', () => {
  expect(isKeptValue(['new', 'hot'], ['hot', 'new'])).toBe(false)
  expect(isKeptValue(['new', 'new'], ['new'])).toBe(false)
  expect(isKeptValue([{ name: 'new' }, { name: 'hot' }], shown('hot', 'new'))).toBe(false)
})

test('durations are the same if they are equally long', () => {
  expect(isKeptValue('86400s', '24h0m0s')).toBe(true)
  expect(isKeptValue('864006us', '864.006ms')).toBe(true)
  expect(isKeptValue('1m28983ms', '1m28.983s')).toBe(true)
  expect(isKeptValue('86400s', '24h0m1s')).toBe(false)
  expect(isKeptValue('90', '90s')).toBe(false)
  expect(isKeptValue('soon', 'later')).toBe(false)
})
