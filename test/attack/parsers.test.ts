import { expect, test } from 'vitest'
import { exponent } from '../growth.ts'
import { parsers } from './parsers.ts'

/** Linear growth, plus the effect of CPU caches that are too small for large inputs. */
const LINEAR = 1.2

test.each(parsers)('$name is parsed in linear time', ({ prepare, most }) => {
  expect(exponent(prepare, { size: 500, most, limit: LINEAR })).toBeLessThan(LINEAR)
})
