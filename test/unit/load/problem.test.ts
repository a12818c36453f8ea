import { expect, test } from 'vitest'
import { formatProblems, type Problem, readingsAsErrors } from '../../../generator/errors/problem.ts'

const problem = (line: number | undefined, rest: Partial<Problem> = {}): Problem => ({
  code: 'wrong-type',
  severity: 'error',
  place: { file: 'a.yaml', pointer: '#/x', ...(line !== undefined && { line, column: 3 }) },
  message: 'One fact.\nAnother.',
  fix: 'mend it.',
  ...rest,
})
const warning = (line: number, rest: Partial<Problem> = {}) =>
  problem(line, { severity: 'warning', reading: 'nothing', ...rest })

test('errors stand behind warnings, each sorted by place, and all are counted', () => {
  expect(
    formatProblems([problem(10), warning(20), problem(undefined)]),
  ).toBe(`a.yaml:20:3 wrong-type (warning)
  One fact.
  Another.
  Read as nothing.
  Fix: mend it.
a.yaml #/x wrong-type
  One fact.
  Another.
  Fix: mend it.
a.yaml:10:3 wrong-type
  One fact.
  Another.
  Fix: mend it.
2 problems, 1 warning. Nothing was written.`)
})

test('of many warnings of one code the first stands whole, and some places; then the next code', () => {
  const many = Array.from({ length: 40 }, (_, index) => warning(index + 1, { message: 'One fact.' }))
  const text = formatProblems([...many, warning(50, { code: 'wrong-value', message: 'Two.' })])
  expect(text).toBe(`a.yaml:1:3 wrong-type (warning)
  One fact.
  Read as nothing.
  Fix: mend it.
  39 more of wrong-type: a.yaml:2:3, a.yaml:3:3, a.yaml:4:3, a.yaml:5:3 and 35 more.
a.yaml:50:3 wrong-value (warning)
  Two.
  Read as nothing.
  Fix: mend it.
41 warnings.`)
})

test('a thousand problems of each kind fit on a screen', () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => index + 1)
  const text = formatProblems([
    ...thousand.map((line) => problem(line)),
    ...thousand.map((line) => warning(line)),
  ])
  expect(text.split('\n').length).toBeLessThan(30)
  expect(text).toMatch(
    /997 more of wrong-type: .* and 993 more\.\n1000 problems, 1000 warnings\. Nothing was written\.$/,
  )
})

test('warnings alone do not say that nothing was written', () => {
  expect(formatProblems([warning(1)])).toMatch(/\n1 warning\.$/)
})

test('refused, a reading is an error, and no other warning is', () => {
  const other = problem(2, { severity: 'warning' })
  expect(readingsAsErrors([warning(1), other])).toEqual([problem(1), other])
})

test('a place far into a line has its pointer beside it', () => {
  const place = { file: 'a.json', pointer: '#/paths/~1pets/get', line: 1, column: 48813 }
  expect(formatProblems([problem(1, { place })])).toMatch(
    /^a\.json:1:48813 #\/paths\/~1pets\/get wrong-type$/m,
  )
})
