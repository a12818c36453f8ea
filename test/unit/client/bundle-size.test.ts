import { expect, test } from 'vitest'
import { bundleSize, PROGRAMS } from '../../../bench/client/bundle-size.ts'

test.each([
  // The limits are a little above what it weighs: what raises them is to be worth it.
  ['one operation', 4_000],
  ['one operation with retry and refresh', 5_500],
  ['all operations', 8_000],
])('a browser that calls %s loads at most %i bytes of it', async (name, limit) => {
  const bytes = await bundleSize(PROGRAMS[name] ?? '')
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThan(limit)
})
