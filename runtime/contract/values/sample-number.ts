import type { FlatSchema } from '../document/flat-schema.ts'
import type { SampleOptions } from './sample-options.ts'

/** Without bounds: small positive numbers, which every integer type holds. */
const DEFAULT_SPAN = 1000
/** From here on a bound says which type holds the number (2³¹, 2⁶³), not what it means; nor does JSON carry all of them exactly. */
const LARGE = 2 ** 31 - 1

/** A number within its bounds, a multiple of `multipleOf`; another one than `options.other` where there is one. */
export function sampleNumber(flat: FlatSchema, { names, other }: SampleOptions): number {
  const step = numberOf(flat['multipleOf']) ?? 1
  const exclusive = { min: numberOf(flat['exclusiveMinimum']), max: numberOf(flat['exclusiveMaximum']) }
  const least =
    numberOf(flat['minimum']) ??
    (exclusive.min === undefined ? undefined : exclusive.min + fraction(flat, step))
  const most =
    numberOf(flat['maximum']) ??
    (exclusive.max === undefined ? undefined : exclusive.max - fraction(flat, step))
  const small = Math.max(Math.min(1, (most ?? LARGE) - DEFAULT_SPAN), least ?? Number.NEGATIVE_INFINITY)
  const lowest = least !== undefined && least > -LARGE ? least : small
  const first = Math.ceil(lowest / step) * step
  const last = most ?? first + DEFAULT_SPAN * step
  if (first > last) return lowest
  const choices = Math.min(Math.floor((last - first) / step) + 1, DEFAULT_SPAN)
  const value = first + (names.count() % choices) * step
  return value === other && choices > 1 ? first + (names.count() % choices) * step : value
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** How far from an excluded bound is surely inside: a whole step for integers, a little for the rest. */
function fraction(flat: FlatSchema, step: number): number {
  return flat['type'] === 'number' && flat['multipleOf'] === undefined ? 0.001 : step
}
