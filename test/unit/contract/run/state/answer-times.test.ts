import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswerTimes } from '../../../../../runtime/contract/run/state/answer-times.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

/** Returns the expected time of a removal after requests of this many milliseconds each. */
function removalMsAfter(sent: readonly { method: string; ms: number; status?: number }[]): number {
  const times = new AnswerTimes()
  for (const [request, { method, ms, status }] of sent.entries()) {
    times.begin({ request, method })
    vi.advanceTimersByTime(ms)
    times.end({ kind: 'receives', request, ...(status !== undefined && { status }) })
  }
  return times.removalMs
}

test('before any response, a removal is expected to take no time', () => {
  expect(removalMsAfter([{ method: 'GET', ms: 10_000 }])).toBe(0)
})

test('a stream that the run stopped reading says nothing about a removal', () => {
  const read = { method: 'GET', ms: 10, status: 200 }
  expect(removalMsAfter([read, { method: 'GET', ms: 10_000 }, read])).toBe(10)
})

test('a removal without a response does', () => {
  const read = { method: 'GET', ms: 10, status: 200 }
  expect(removalMsAfter([read, { method: 'DELETE', ms: 10_000 }])).toBe(10_000)
})
