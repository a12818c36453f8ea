import { expect, test } from 'vitest'
import { createShares } from '../../../server/shares/shares.ts'

const limits = { places: 2, patience: 50, refuse: () => new Error('busy') }

/** Work that goes on until it is ended. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('each one has their own places', async () => {
  const { pass } = createShares(limits)
  const { work, end } = openWork()
  const busy = [pass('one', work), pass('one', work)]
  expect(await pass('other', async () => 'done')).toBe('done')
  end()
  await Promise.all(busy)
})

test('who waits is let in by the order of asking', async () => {
  const { pass } = createShares({ ...limits, places: 1, patience: 10_000 })
  const { work, end } = openWork()
  const order: string[] = []
  const first = pass('one', work)
  const others = ['a', 'b', 'c'].map((name) => pass('one', async () => void order.push(name)))
  end()
  await Promise.all([first, ...others])
  expect(order).toEqual(['a', 'b', 'c'])
})

test('who waits too long is refused, and keeps no place', async () => {
  const { pass } = createShares({ ...limits, places: 1 })
  const { work, end } = openWork()
  const first = pass('one', work)
  await expect(pass('one', async () => 'late')).rejects.toThrow('busy')
  end()
  await first
  expect(await pass('one', async () => 'in')).toBe('in')
})

test('work that fails gives its place back', async () => {
  const { pass } = createShares({ ...limits, places: 1 })
  await expect(pass('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await pass('one', async () => 'in')).toBe('in')
})
