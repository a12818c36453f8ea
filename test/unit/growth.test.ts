import { expect, test } from 'vitest'
import { growth, LINEAR } from '../growth.ts'

const count = (steps: number): void => {
  let sum = 0
  for (let step = 0; step < steps; step++) sum = (sum + step) % 7
  expect(sum).toBeLessThan(7)
}

test('growth tells linear work from quadratic work, and takes no time for what is too short', () => {
  expect(growth((size) => count(size * 20_000), 1000)).toBeLessThan(LINEAR)
  expect(growth((size) => count(size * size * 20), 1000)).toBeGreaterThan(LINEAR)
  expect(growth(count, 10)).toBe(1)
})
