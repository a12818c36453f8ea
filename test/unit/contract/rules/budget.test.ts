import { expect, test } from 'vitest'
import { Budget } from '../../../../runtime/contract/rules/budget.ts'

test('a family keeps its reserve, or part of it after earlier families used too much', () => {
  const left = (spent: number): number =>
    new Budget({ whole: 80, spent: () => spent, kept: 10, own: 20 }).shareOf('negative cases')
  expect(left(40)).toBe(30)
  expect(left(50)).toBe(20)
  expect(left(70)).toBe(8)
  expect(left(78)).toBe(2)
})

test('an indivisible family has its whole reserve after earlier families used too much', () => {
  const expecting = (spent: number) => () =>
    new Budget({ whole: 80, spent: () => spent, kept: 10, own: 20, needsAll: true }).expect(20)
  expect(expecting(60)).not.toThrow()
  expect(expecting(75)).not.toThrow()
})
