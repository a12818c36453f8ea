/** Maximum ratio of one of our figures to another program's, both from the same rounds. */
export interface Bar {
  /** The other program, as named in a table. */
  readonly beside: string
  readonly limit: number
}

/** A ratio, and whether it is within its limit. */
export interface Judged {
  readonly text: string
  readonly isBroken: boolean
}

/**
 * Returns, for example, "0.93 (≤ 1 holds)". A figure that could not be measured is NaN, which is never within
 * a limit.
 */
export function judge(ratio: number, limit: number | undefined): Judged {
  const shown = Number.isNaN(ratio) ? '-' : ratio.toFixed(2)
  if (limit === undefined) return { text: shown, isBroken: false }
  const isBroken = !(ratio <= limit)
  return { text: `${shown} (≤ ${limit} ${isBroken ? 'broken' : 'holds'})`, isBroken }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (low + high) / 2
}
