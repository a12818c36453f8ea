import type { Verdict } from './judge.ts'

/** A reason why some differences remain: a decision of ours, or a fault of the other tool. */
export interface NamedDifference<Difference> {
  /** A sentence with the section of the standard, or with the page that documents the decision. */
  readonly reason: string
  readonly fits: (difference: Difference) => boolean
}

export interface Compared<Difference> {
  /** Number and kind of comparisons: "24,000 verdicts". */
  readonly compared: string
  readonly differences: readonly Difference[]
  readonly named: readonly NamedDifference<Difference>[]
  readonly describe: (difference: Difference) => string
  /**
   * True if the cases are always the same, so that an explanation without a matching difference is out of
   * date.
   */
  readonly isFixed: boolean
}

/** Maximum number of unexplained differences to print. */
const SHOWN = Number(process.env.SHOWN ?? 40)

/**
 * Counts the differences without an explanation and, if the cases are always the same, the explanations
 * without a difference.
 */
export function judgeDifferences<Difference>({
  compared,
  differences,
  named,
  describe,
  isFixed,
}: Compared<Difference>): Verdict {
  const byName = Map.groupBy(differences, (difference) => named.find(({ fits }) => fits(difference)))
  const unnamed = byName.get(undefined) ?? []
  const stale = isFixed ? named.filter((name) => !byName.has(name)) : []
  return {
    figure: unnamed.length + stale.length,
    atMost: 0,
    details: [
      `${compared}; ${differences.length} differ, ${differences.length - unnamed.length} by name`,
      ...named.flatMap((name) => {
        const explained = byName.get(name)?.length ?? 0
        return explained === 0 ? [] : [`  ${explained}: ${name.reason}`]
      }),
      ...stale.map(({ reason }) => `no difference matches this known reason: ${reason}`),
      ...unnamed.slice(0, SHOWN).map(describe),
      ...(unnamed.length > SHOWN ? [`… and ${unnamed.length - SHOWN} more`] : []),
    ],
  }
}
