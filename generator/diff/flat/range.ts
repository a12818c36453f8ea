import type { Flat } from './flat.ts'

/** One end of a range: a number, and whether the range includes it. */
export interface FlatEnd {
  readonly at: number
  readonly isInside: boolean
}

/** True if a number is within a schema's bounds. */
export function isWithinFlatBounds(number: number, flat: Flat): boolean {
  const [low, high] = [flatLowEnd(flat), flatHighEnd(flat)]
  return (
    (low.isInside ? number >= low.at : number > low.at) &&
    (high.isInside ? number <= high.at : number < high.at)
  )
}

/** The lower end of a schema's range of numbers. */
export function flatLowEnd({ bounds }: Flat): FlatEnd {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = bounds
  return exclusiveMinimum > -Infinity && exclusiveMinimum >= minimum
    ? { at: exclusiveMinimum, isInside: false }
    : { at: minimum, isInside: true }
}

/** The upper end of a schema's range of numbers. */
export function flatHighEnd({ bounds }: Flat): FlatEnd {
  const { maximum = Infinity, exclusiveMaximum = Infinity } = bounds
  return exclusiveMaximum < Infinity && exclusiveMaximum <= maximum
    ? { at: exclusiveMaximum, isInside: false }
    : { at: maximum, isInside: true }
}
