import { waitTold } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

test.each([
  ['{"detail":"Request was throttled. Expected available in 23 seconds."}', 23_000],
  ['{"error":"Too many requests","retry_after":12}', 12_000],
  ['{"retryAfterMs": 250}', 250],
  ['{"message":"Rate limit exceeded, please try again in 1.5s"}', 1500],
  ['{"error":"Rate limit exceeded: 100 per 1 minute"}', 60_000],
  ['Slow down, and wait 2 minutes.', 120_000],
  ['{"detail":"Too many requests"}', undefined],
  ['{"status":429}', undefined],
])('%s tells when to ask again', (text, expected) => {
  expect(waitTold(text)).toBe(expected)
})
