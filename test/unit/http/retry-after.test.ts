import { retryAfterMs } from '@concordat/runtime/http'
import { expect, test, vi } from 'vitest'

test.each([
  ['7', 7000],
  ['0', 0],
  ['1.5', 1500],
  [' 7 ', 7000],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
  ['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
  ['2026-01-01T00:00:05Z', 5000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
])('Retry-After: %s', (text, wait) => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  try {
    expect(retryAfterMs(new Headers({ 'Retry-After': text }))).toBe(wait)
    expect(retryAfterMs(new Headers())).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
