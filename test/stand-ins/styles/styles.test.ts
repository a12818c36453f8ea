import { describe, expect, test } from 'vitest'
import { STYLES, tell } from './styles.ts'

/** Minimum share of operations that return a 2xx. After an improvement, raise it. */
const LEAST_REACHED = 0.85
/** Items that a run cannot remove, by style, such as claims that were submitted. */
const STAYS: Readonly<Record<string, RegExp>> = { states: /^\/claims\// }

/**
 * This style waits until each write is visible, which takes minutes alongside other tests, so only the long
 * run includes it.
 */
const SLOW = 'eventual consistency'
const styles = STYLES.filter(({ name }) => name !== SLOW || process.env['TEST_LONG'] === '1')

const toldOf = new Map(styles.map((style) => [style, tell(style, 'styles')] as const))

describe.each(styles)('a correct service in the style of $name', (style) => {
  test('has no finding', async () => {
    const { findings, defects } = (await toldOf.get(style)) ?? (await tell(style, 'styles'))
    expect({ findings, defects }).toEqual({ findings: [], defects: [] })
  })

  test('is left as it was', async () => {
    const { leftBehind, touched } = (await toldOf.get(style)) ?? (await tell(style, 'styles'))
    const stays = STAYS[style.name]
    expect(touched).toEqual([])
    expect(leftBehind.filter((line) => stays?.test(line) !== true)).toEqual([])
  })
})

test('nearly all operations are reached', async () => {
  const all = await Promise.all(toldOf.values())
  const operations = all.reduce((sum, told) => sum + told.operations, 0)
  const reached = all.reduce((sum, told) => sum + told.reached.length, 0)
  expect(reached / operations).toBeGreaterThanOrEqual(LEAST_REACHED)
})
