import { identifiers } from '@concordat/runtime/lexicon'
import { expect, test } from 'vitest'
import { isKept } from '../../../runtime/contract/values/same.ts'

test.each(['sure', 'likely', 'naming'] as const)('identifiers that are %s are usual, each once', (kind) => {
  const names = identifiers[kind]
  expect(identifiers.usual).toEqual(expect.arrayContaining(names))
  expect(new Set(names).size).toBe(names.length)
})

test('an object stands for what each of its names says', () => {
  for (const name of identifiers.naming) expect(isKept('n1', { [name]: 'n1', size: 3 })).toBe(true)
  expect(isKept('n1', { title: 'n1', size: 3 })).toBe(false)
})
