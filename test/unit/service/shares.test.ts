import { expect, test } from 'vitest'
import { createShares } from '../../../server/shares/shares.ts'

const limits = { places: 2, patience: 50, refuse: () => new Error('busy') }

/** Returns work that continues until it is ended. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('each one has their own places', async () => {
  const shares = createShares(limits)
  const { work, end } = openWork()
  const busy = [shares.pass('one', work), shares.pass('one', work)]
  expect(await shares.pass('other', async () => 'done')).toBe('done')
  end()
  await Promise.all(busy)
})

test('who waits is let in by the order of asking', async () => {
  const shares = createShares({ ...limits, places: 1, patience: 10_000 })
  const { work, end } = openWork()
  const order: string[] = []
  const first = shares.pass('one', work)
  const others = ['a', 'b', 'c'].map((name) => shares.pass('one', async () => void order.push(name)))
  end()
  await Promise.all([first, ...others])
  expect(order).toEqual(['a', 'b', 'c'])
})

test('who waits too long is refused, and keeps no place', async () => {
  const shares = createShares({ ...limits, places: 1 })
  const { work, end } = openWork()
  const first = shares.pass('one', work)
  await expect(shares.pass('one', async () => 'late')).rejects.toThrow('busy')
  end()
  await first
  expect(await shares.pass('one', async () => 'in')).toBe('in')
})

test('work that fails gives its place back', async () => {
  const shares = createShares({ ...limits, places: 1 })
  await expect(shares.pass('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await shares.pass('one', async () => 'in')).toBe('in')
})
