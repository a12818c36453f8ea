import type { SchemaObject } from '@concordat/runtime/schema'
import * as fc from 'fast-check'
import { Unmakeable } from '../unmakeable.ts'

/** Span of numbers from a bound if the other one is missing: as far as an `int32` does from 0. */
const SPAN = 2 ** 31
/** Beside it there is nothing but 0. */
const LEAST = 1e-9

/**
 * Whole numbers within the bounds of a schema. Bounds beyond the integers that JavaScript can count, as those
 * of an `int64`, are narrowed to these: fast-check would search forever.
 * @throws Unmakeable when there is no whole number between the bounds.
 */
export function integers(keywords: SchemaObject): fc.Arbitrary<number> {
  const { min, max } = boundsOf(keywords, 1)
  const least = min === undefined ? undefined : Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER)
  const most = max === undefined ? undefined : Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER)
  return fc.integer(ordered(least, most))
}

/**
 * Numbers within the bounds of a schema, none so small that only a double keeps it.
 * @throws Unmakeable when there is none.
 */
export function numbers(keywords: SchemaObject): fc.Arbitrary<number> {
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
 * The bounds as fast-check wants them. Without one of them it takes the end of `int32`, which may lie beyond
 * the other.
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

/** @param step How far from an excluded bound is surely inside. */
function boundsOf(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject,
  step: number,
): { readonly min: number | undefined; readonly max: number | undefined } {
  return {
    min: minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step),
    max: maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step),
  }
}
