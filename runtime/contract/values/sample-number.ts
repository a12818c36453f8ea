import type { Shape } from '../document/shape.ts'
import type { SampleOptions } from './sample-options.ts'

/** Without bounds: small positive numbers, which every integer type holds. */
const DEFAULT_SPAN = 1000
/** From here on a bound says which type holds the number (2³¹, 2⁶³), not what it means; nor does JSON carry all of them exactly. */
const LARGE = 2 ** 31 - 1

/** A number within its bounds, a multiple of `multipleOf`; another one than `options.other` where there is one. */
export function sampleNumber(shape: Shape, { names, other }: SampleOptions): number {
  const step = numberOf(shape['multipleOf']) ?? 1
  const exclusive = { min: numberOf(shape['exclusiveMinimum']), max: numberOf(shape['exclusiveMaximum']) }
  const least =
    numberOf(shape['minimum']) ??
    (exclusive.min === undefined ? undefined : exclusive.min + fraction(shape, step))
  const most =
    numberOf(shape['maximum']) ??
    (exclusive.max === undefined ? undefined : exclusive.max - fraction(shape, step))
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
function fraction(shape: Shape, step: number): number {
  return shape['type'] === 'number' && shape['multipleOf'] === undefined ? 0.001 : step
}
