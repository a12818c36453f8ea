/** Steps that every validation may take. A step is a schema that judges a value, or a part of it. */
const MOST_STEPS = 1_000_000

/**
 * Steps allowed to a large value instead, for each of its objects, arrays and other parts: more than the
 * alternatives that a schema lists.
 */
const STEPS_OF_A_PART = 1000

/** Thrown where a validation has taken all its steps: no check that is under way can say anything. */
export class OutOfSteps extends Error {
  readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }
}

/**
 * Maximum number of steps for the validation of a value. Counted when the first million is spent, as few
 * values ever do.
 */
export function mostSteps(value: unknown): number {
  return Math.max(MOST_STEPS, STEPS_OF_A_PART * countParts(value))
}

/** Before that, nobody looks at the value's size. */
export const FIRST_STEPS: number = MOST_STEPS

function countParts(value: unknown): number {
  const seen = new Set<unknown>([value])
  let count = 1
  // A set is walked through as it grows. Objects that a value contains twice count once.
  for (const part of seen) {
    if (typeof part !== 'object' || part === null) continue
    for (const inner of Object.values(part)) {
      count++
      if (typeof inner === 'object') seen.add(inner)
    }
  }
  return count
}
