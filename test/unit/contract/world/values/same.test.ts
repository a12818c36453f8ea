import { expect, test } from 'vitest'
import {
  hasOneFormInLinkedData,
  isKeptValue,
  isLinkedData,
  isSameAsKeptByFormat,
} from '../../../../../runtime/contract/world/values/same.ts'

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

test('decimals are the same if only zeros differ that mean nothing', () => {
  const isSame = (one: string, other: string) => isSameAsKeptByFormat('decimal', one, other)
  expect(isSame('2914.5', '2914.500000')).toBe(true)
  expect(isSame('-0.50', '-00.5')).toBe(true)
  expect(isSame('100', '100.00')).toBe(true)
  expect(isSame('100', '10')).toBe(false)
  expect(isSame('2914.5', '2914.05')).toBe(false)
  expect(isSame('-1.5', '1.5')).toBe(false)
  expect(isSame('x', 'x.0')).toBe(false)
  expect(isSameAsKeptByFormat('hostname', '7.5', '7.50')).toBe(false)
})

test('in linked data, only single values have one form', () => {
  expect(['', null, {}, { '@context': {} }].map(isLinkedData)).toEqual([false, false, false, true])
  expect(hasOneFormInLinkedData('label', 'a')).toBe(true)
  expect(hasOneFormInLinkedData('@type', 'Set')).toBe(false)
  expect(hasOneFormInLinkedData('label', ['a'])).toBe(false)
})
