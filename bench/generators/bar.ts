/** Limit of a figure of ours as a share of another program's, both of the same rounds. */
export interface Bar {
  /** The other program, as a table names it. */
  readonly beside: string
  readonly limit: number
}

/** A quotient beside its bar. */
export interface Judged {
  readonly text: string
  readonly isBroken: boolean
}

/** "0.93 (≤ 1 holds)"; a figure that could not be taken breaks its bar, as NaN is not within it. */
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
