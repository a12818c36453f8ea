import { expect, test } from 'vitest'
import { bundleSize } from '../../../bench/client/bundle.ts'
import { allOperations, OWN } from '../../../bench/client/programs.ts'

test.each([
  ['one operation', OWN.plain, 4_000],
  ['one operation with retry and refresh', OWN.middlewares, 5_500],
  // A little above what it weighs: what raises it is to be worth it.
  ['all operations', allOperations(), 8_200],
])('a browser that calls %s loads few bytes of it', async (_, program, limit) => {
  const bytes = await bundleSize(program)
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(limit)
})
