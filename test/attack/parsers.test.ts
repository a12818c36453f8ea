import { expect, test } from 'vitest'
import { exponent } from '../growth.ts'
import { parsers } from './parsers.ts'

/** Between linear growth and the next power, with what garbage collection and caches add. */
const LINEAR = 1.5

test.each(parsers)('$name is parsed in linear time', ({ prepare, most }) => {
  expect(exponent(prepare, { size: 500, most })).toBeLessThan(LINEAR)
})
