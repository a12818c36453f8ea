import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SettledReads } from '../../../../../runtime/contract/world/items/middleware/settled-reads.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/**
 * Returns how often each path is read again. `shownFrom` returns the number of the first repeated read that
 * shows the created item.
 */
async function looksAt(
  paths: number,
  shownFrom: (path: number) => number,
  isOfList: (path: number) => boolean = () => false,
): Promise<readonly number[]> {
  const reads = new SettledReads()
  const all: number[] = []
  for (let path = 0; path < paths; path++) {
    let looks = 0
    const seen = reads.onceShown(`/things-${path}`, {
      ...{ seen: 0, since: performance.now(), isOfList: isOfList(path) },
      look: async () => ++looks,
      isShown: (look) => look >= shownFrom(path),
    })
    await vi.advanceTimersByTimeAsync(2000)
    await seen
    all.push(looks)
  }
  return all
}

test('a server that shows nothing late at ten paths is waited for at no other', async () => {
  const looks = await looksAt(30, () => Number.POSITIVE_INFINITY)
  expect(looks).toEqual([...Array(10).fill(4), ...Array(20).fill(0)])
})

test('one that was late once is waited for everywhere', async () => {
  const looks = await looksAt(30, (path) => (path === 3 ? 2 : Number.POSITIVE_INFINITY))
  expect(looks).toEqual([4, 4, 4, 2, ...Array(26).fill(4)])
})

test('lists are waited for even if items are shown at once', async () => {
  const isOfList = (path: number) => path >= 12
  const looks = await looksAt(14, (path) => (path === 12 ? 3 : Number.POSITIVE_INFINITY), isOfList)
  expect(looks).toEqual([...Array(10).fill(4), 0, 0, 3, 4])
})
