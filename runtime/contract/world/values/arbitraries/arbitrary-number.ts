import type { SchemaObject } from '@concordat/runtime/schema'
import * as fc from 'fast-check'
import { Unmakeable } from '../unmakeable.ts'

/**
 * Distance between the bounds of a number if one is missing and the other is beyond the range of an `int32`.
 */
const SPAN = 2 ** 31
/** Numbers closer to 0 than this are treated as 0. */
const LEAST = 1e-9

/**
 * Generates whole numbers within a schema's bounds. Bounds beyond JavaScript's safe integers, such as those
 * of an `int64`, are narrowed, because fast-check would otherwise search forever.
 * @throws Unmakeable if there is no whole number between the bounds.
 */
export function arbitraryIntegers(keywords: SchemaObject): fc.Arbitrary<number> {
  const { min, max } = boundsOf(keywords, 1)
  const least = min === undefined ? undefined : Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER)
  const most = max === undefined ? undefined : Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER)
  return fc.integer(ordered(least, most))
}

/**
 * Generates numbers within a schema's bounds. If the bounds include 0, numbers closer to 0 than `LEAST`
 * become 0.
 * @throws Unmakeable if there is no such number.
 */
export function arbitraryNumbers(keywords: SchemaObject): fc.Arbitrary<number> {
  const { min, max } = boundsOf(keywords, distanceIn(keywords))
  if (min !== undefined && max !== undefined) ordered(min, max)
  const hasZero = (min ?? 0) <= 0 && (max ?? 0) >= 0
  return fc
    .double({
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...{ noNaN: true, noDefaultInfinity: true },
    })
    .map((value) => (hasZero && Math.abs(value) < LEAST ? 0 : value))
}

/**
 * Returns the bounds for fast-check, and adds a missing one if necessary: fast-check itself would use an end
 * of the `int32` range, which may be beyond the other bound.
 */
function ordered(
  least: number | undefined,
  most: number | undefined,
): { readonly min?: number; readonly max?: number } {
  if (least !== undefined && most !== undefined && least > most)
    throw new Unmakeable(`no number is at least ${least} and at most ${most}`)
  if (most === undefined && least !== undefined && least >= SPAN)
    return { min: least, max: Math.min(least + SPAN, Number.MAX_SAFE_INTEGER) }
  if (least === undefined && most !== undefined && most < -SPAN)
    return { min: Math.max(most - SPAN, Number.MIN_SAFE_INTEGER), max: most }
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) }
}

/** Returns the distance to keep from an excluded bound: a half, or less if the bounds are close. */
function distanceIn({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject): number {
  const least = minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY
  const greatest = maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY
  return greatest > least ? Math.min(0.5, (greatest - least) / 4) : 0.5
}

/** @param step The distance to keep from an excluded bound. */
function boundsOf(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject,
  step: number,
): { readonly min: number | undefined; readonly max: number | undefined } {
  return {
    min: minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step),
    max: maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step),
  }
}
