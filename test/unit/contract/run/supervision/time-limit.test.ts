import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TimeLimit } from '../../../../../runtime/contract/run/supervision/time-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Returns the milliseconds from process start at which a condition first holds. */
function first(holds: () => boolean): number {
  let at = 0
  while (!holds()) vi.setSystemTime(++at) && vi.advanceTimersByTime(1)
  return performance.now()
}

test('a report has a second, or as long as the preparation of the run took', () => {
  const over = (preparationMs: number): number => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 })
    const limit = new TimeLimit({ endsAt: 60_000, preparationMs })
    return first(() => limit.isOver)
  }
  expect(over(300)).toBe(59_001)
  expect(over(5000)).toBe(55_001)
  expect(over(25_000)).toBe(45_001)
  // However slow the machine is, checks get a quarter of the time after the preparation.
  expect(over(50_000)).toBe(52_969)
})

test('a run whose preparation took the time says so', () => {
  const why = (preparationMs: number, settled: number): string =>
    new TimeLimit({ endsAt: 4000, preparationMs }).why(settled)
  const rest = 'the rest of its time limit of 4 s is reserved for the cleanup and the report'
  expect([why(300, 0), why(3100, 1)]).toEqual([rest, rest])
  expect(why(3100, 0)).toBe(
    'its preparation took 3.1 s of its time limit of 4 s, so no time was left for checks; use a longer --max-time',
  )
})

test('the clean-up begins the earlier, the more there is to remove', () => {
  const begins = (items: number, lists = 0): number => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 })
    const limit = new TimeLimit({ endsAt: 60_000, preparationMs: 300 })
    return first(() => limit.isTimeToCleanUp({ items, lists, requestMs: 10 }))
  }
  expect(begins(0)).toBe(58_001)
  expect(begins(100)).toBe(56_001)
  expect(begins(2500)).toBe(8001)
  expect(begins(0, 40)).toBe(57_601)
})
