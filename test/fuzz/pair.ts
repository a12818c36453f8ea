import { expect, test } from 'vitest'
import { createRandom } from '../../bench/random.ts'
import { seedOfRun } from '../e2e/service/random.ts'

/** One of our parsers, paired with another parser for the same format. */
export interface Pair {
  readonly name: string
  /** Characters of texts. */
  readonly pieces: readonly string[]
  readonly ours: (text: string) => unknown
  readonly theirs: (text: string) => unknown
  /** True for text that the two are allowed to parse differently. */
  readonly isOpen?: (text: string) => boolean
}

export const isLong = process.env['TEST_LONG'] === '1'
const seed = isLong ? seedOfRun : 1
const cases = isLong ? 50_000 : 1000

async function verdict(read: (text: string) => unknown, text: string): Promise<unknown> {
  try {
    return { value: await read(text) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    return 'refused'
  }
}

/** Adds a test for each pair, which expects the same verdicts on random combinations of the pieces. */
export function compareAll(pairs: readonly Pair[]): void {
  test.each(pairs)(
    '$name are read as another reader does',
    async ({ pieces, ours, theirs, isOpen = () => false }) => {
      const random = createRandom(seed)
      let compared = 0
      let read = 0
      for (let count = 0; count < cases; count++) {
        const length = Math.floor(random() * 9)
        const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')
        const own = await verdict(ours, text)
        if (isOpen(text)) continue
        compared++
        if (own !== 'refused') read++
        expect(own, `${JSON.stringify(text)}, seed ${seed}`).toEqual(await verdict(theirs, text))
      }
      expect(compared).toBeGreaterThan(50)
      expect(read).toBeGreaterThan(10)
    },
  )
}
