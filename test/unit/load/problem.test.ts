import { expect, test } from 'vitest'
import { formatProblems, type Problem } from '../../../generator/errors/problem.ts'

const problem = (line: number | undefined, rest: Partial<Problem> = {}): Problem => ({
  code: 'wrong-type',
  severity: 'error',
  place: { file: 'a.yaml', pointer: '#/x', ...(line !== undefined && { line, column: 3 }) },
  message: 'One fact.\nAnother.',
  fix: 'mend it.',
  ...rest,
})

test('problems are sorted by place, and counted', () => {
  const text = formatProblems([problem(10), problem(2, { severity: 'warning' }), problem(undefined)])
  expect(text).toBe(`a.yaml #/x wrong-type
  One fact.
  Another.
  Fix: mend it.
a.yaml:2:3 wrong-type (warning)
  One fact.
  Another.
  Fix: mend it.
a.yaml:10:3 wrong-type
  One fact.
  Another.
  Fix: mend it.
2 problems, 1 warning. Nothing was written.`)
})

test('warnings alone do not say that nothing was written', () => {
  expect(formatProblems([problem(1, { severity: 'warning' })])).toMatch(/\n1 warning\.$/)
})
