/** One line of the outcome: one of the service's figures, compared with its reference. */
export interface Figure {
  readonly name: string
  readonly unit: 'ms' | 'µs' | 'requests/s' | 'events/s' | 'MB' | 'descriptors'
  /** The service's values, usually one per round. Its rounds and those of its reference alternate. */
  readonly measured: readonly number[]
  readonly beside: readonly number[]
  /** Bound for the ratio; if absent, the ratio is only shown. */
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number }
}

/** The ratio of the medians, because other work on the machine can disturb a single round. */
export function ratioOf({ measured, beside }: Figure): number {
  return median(measured) / median(beside)
}

export function isBroken(figure: Figure): boolean {
  const { bound } = figure
  if (bound === undefined) return false
  const ratio = ratioOf(figure)
  return !('atMost' in bound ? ratio <= bound.atMost : ratio >= bound.atLeast)
}

export function toCells(figure: Figure): readonly string[] {
  const { name, unit, measured, beside, bound } = figure
  const values = [measured, beside].map((list) => median(list).toFixed(unit === 'ms' ? 1 : 0))
  return [name, unit, ...values, ratioOf(figure).toFixed(2), ...verdict(figure, bound)]
}

function verdict(figure: Figure, bound: Figure['bound']): readonly string[] {
  if (bound === undefined) return ['none', 'shown']
  const limit = 'atMost' in bound ? `<= ${bound.atMost}` : `>= ${bound.atLeast}`
  return [limit, isBroken(figure) ? 'broken' : 'holds']
}

/** Returns the middle value, or the upper of two middle values; NaN if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
