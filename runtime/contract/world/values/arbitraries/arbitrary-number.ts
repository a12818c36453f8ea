import type { SchemaObject } from '@concordat/runtime/schema'
import * as fc from 'fast-check'
import { Unmakeable } from '../unmakeable.ts'

/** Range of numbers from a bound if the other one is missing: half that of an `int32`. */
const SPAN = 2 ** 31
/** Smaller numbers are treated as 0. */
const LEAST = 1e-9

/**
 * Whole numbers within the bounds of a schema. Bounds beyond JavaScript's safe integers, such as those of an
 * `int64`, are narrowed: fast-check would search forever.
 * @throws Unmakeable if there is no whole number between the bounds.
 */
export function arbitraryIntegers(keywords: SchemaObject): fc.Arbitrary<number> {
  const { min, max } = boundsOf(keywords, 1)
  const least = min === undefined ? undefined : Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER)
  const most = max === undefined ? undefined : Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER)
  return fc.integer(ordered(least, most))
}

/**
 * Numbers within the bounds of a schema, none so small that only a double can represent it.
 * @throws Unmakeable if there is none.
 */
export function arbitraryNumbers(keywords: SchemaObject): fc.Arbitrary<number> {
  const { min, max } = boundsOf(keywords, 0.5)
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
 * The bounds for fast-check. Without one of them it uses the end of `int32`, which may be beyond the other.
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

/** @param step A distance from an excluded bound that is certainly inside. */
function boundsOf(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject,
  step: number,
): { readonly min: number | undefined; readonly max: number | undefined } {
  return {
    min: minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step),
    max: maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step),
  }
}
