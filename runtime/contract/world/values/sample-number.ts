import type { SchemaObject } from '@concordat/runtime/schema'
import type { SampleOptions } from './sample-options.ts'

/**
 * Maximum number of values to choose from. If a bound is missing, the range is assumed to have about this
 * many steps.
 */
const DEFAULT_SPAN = 1000
/**
 * A lower bound at or below the negative of this number is ignored, because it reflects the number's type
 * (2³¹, 2⁶³), not its meaning. Besides, JavaScript cannot represent all such integers exactly.
 */
const LARGE = 2 ** 31 - 1

/**
 * Creates a number that is within its bounds and a multiple of `multipleOf`, and differs from `options.other`
 * if possible.
 */
export function sampleNumber(keywords: SchemaObject, { names, other }: SampleOptions): number {
  const step = keywords.multipleOf ?? 1
  const exclusive = { min: keywords.exclusiveMinimum, max: keywords.exclusiveMaximum }
  const least =
    keywords.minimum ?? (exclusive.min === undefined ? undefined : exclusive.min + fraction(keywords, step))
  const most =
    keywords.maximum ?? (exclusive.max === undefined ? undefined : exclusive.max - fraction(keywords, step))
  const small = Math.max(Math.min(1, (most ?? LARGE) - DEFAULT_SPAN), least ?? Number.NEGATIVE_INFINITY)
  const lowest = least !== undefined && least > -LARGE ? least : small
  const first = Math.ceil(lowest / step) * step
  const last = most ?? first + DEFAULT_SPAN * step
  if (first > last) return lowest
  const choices = Math.min(Math.floor((last - first) / step) + 1, DEFAULT_SPAN)
  const value = first + (names.count() % choices) * step
  return value === other && choices > 1 ? first + (names.count() % choices) * step : value
}

/**
 * Returns the distance to keep from an exclusive bound: one step for integers and multiples, 0.001 for other
 * numbers.
 */
function fraction(keywords: SchemaObject, step: number): number {
  return keywords.type === 'number' && keywords.multipleOf === undefined ? 0.001 : step
}
