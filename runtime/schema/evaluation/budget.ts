/**
 * Number of steps that every validation is allowed. One step applies one schema to a value or a part of it.
 */
const MOST_STEPS = 1_000_000

/**
 * Number of steps allowed per object, array or other part of a larger value. No schema has this many
 * alternatives.
 */
const STEPS_OF_A_PART = 1000

/** Thrown when a validation has used all its steps. All checks then end without a verdict. */
export class OutOfSteps extends Error {
  readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }
}

/**
 * Maximum number of steps for a value. Computed only after the first million steps, which few values need.
 */
export function stepBudget(value: unknown): number {
  return Math.max(MOST_STEPS, STEPS_OF_A_PART * countParts(value))
}

/** Number of steps that are allowed before the value's size is computed. */
export const FIRST_STEPS: number = MOST_STEPS

function countParts(value: unknown): number {
  const seen = new Set<unknown>([value])
  let count = 1
  // The loop also visits parts that are added to the set in the meantime. An object that occurs twice counts
  // once.
  for (const part of seen) {
    if (typeof part !== 'object' || part === null) continue
    for (const inner of Object.values(part)) {
      count++
      if (typeof inner === 'object') seen.add(inner)
    }
  }
  return count
}
