import { expect, test } from 'vitest'
import { bundleSize, PROGRAMS } from '../../../bench/client/bundle-size.ts'

test.each([
  // The limits are a little above what it weighs: what raises them is to be worth it.
  ['one operation', 6_720],
  ['all operations', 10_700],
])('a browser that calls %s loads at most %i bytes of it', async (name, limit) => {
  const bytes = await bundleSize(PROGRAMS[name] ?? '')
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThan(limit)
})
