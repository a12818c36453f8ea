import { expect, test } from 'vitest'
import { parsers } from '../../attack/parsers.ts'
import { growth, LINEAR } from '../../growth.ts'

/**
 * Bodies whose parsing time used to grow with the square of their length; `npm run test:long` tries all
 * parsers.
 */
test.each(
  parsers.filter(({ name }) =>
    /^(records in pieces: .*1,|parts in pieces: .*Length|form: "a#\[b\]|Link: "<")/.test(name),
  ),
)('$name is parsed in linear time', ({ prepare }) => {
  const works = new Map([4000, 8000].map((size) => [size, prepare(size)]))
  expect(growth((size) => works.get(size)?.(), 4000)).toBeLessThan(LINEAR)
})
