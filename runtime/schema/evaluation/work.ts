import type { Evaluated } from './evaluated.ts'
import type { Failure } from './issue.ts'
import type { Scope } from './scope.ts'

/**
 * Number of steps that every validation is allowed. One step applies one schema to a value or a part of it.
 */
export const FIRST_STEPS = 1_000_000

/**
 * Number of steps allowed per object, array or other part of a larger value. Real schemas do not have this
 * many alternatives.
 */
const STEPS_OF_A_PART = 1000

/** Number of steps at the start during which outcomes are not cached, because repeating so few is faster. */
const UNREMEMBERED_STEPS = 256

/**
 * Thrown when a validation has used all its steps. It ends all checks, and the validation reports `failure`.
 */
export class OutOfSteps extends Error {
  readonly failure: Failure

  constructor(limit: number) {
    super()
    const message = `must not take more than ${limit} steps to check`
    this.failure = { schemaPath: '#', keyword: 'steps', params: { limit }, message }
  }
}

/**
 * False if a schema rejects a part of the value. Otherwise, the part's evaluated properties or items if they
 * were requested, or else true.
 */
type Outcome = boolean | Evaluated

/** The validation that checks a recursive schema. */
interface Validation {
  readonly isDone: boolean
  readonly scope: Scope | undefined
  evaluated: Evaluated | undefined
}

/** A schema that can contain itself; its check is absent while it is being compiled. */
interface Recursive<Run> {
  readonly check?: (value: unknown, run: Run) => boolean
}

/**
 * Bounds the work of one validation: counts its steps, and avoids applying a recursive schema twice to the
 * same part.
 */
export class Work {
  /** The whole value. */
  #value: unknown
  #steps = 0
  #mostSteps = FIRST_STEPS
  /**
   * Outcomes of recursive schemas for parts of the value. Alternatives, and keywords for the same part, need
   * these outcomes again at each level; without the cache, the work would double with every level.
   */
  #outcomes: Map<object, Map<unknown, Outcome>> | undefined

  /** Starts over with another value. */
  begin(value: unknown): void {
    this.#value = value
    this.#steps = 0
    this.#mostSteps = FIRST_STEPS
    this.#outcomes = undefined
  }

  /** @throws OutOfSteps if no steps are left. */
  step(): void {
    if (++this.#steps <= this.#mostSteps) return
    // Compute the limit only after the first million steps, because few values need more.
    this.#mostSteps = Math.max(FIRST_STEPS, STEPS_OF_A_PART * countParts(this.#value))
    if (this.#steps > this.#mostSteps) throw new OutOfSteps(this.#mostSteps)
  }

  /** Checks the current value against a recursive schema, or uses the outcome of an earlier check. */
  recur<Run extends Validation>(schema: Recursive<Run>, value: unknown, run: Run): boolean {
    this.step()
    if (this.#steps <= UNREMEMBERED_STEPS || typeof value !== 'object' || value === null)
      return schema.check?.(value, run) ?? true
    // Cache outcomes per scope, because `$dynamicRef` can have a different target in each.
    const key = run.scope?.keyOf(schema) ?? schema
    this.#outcomes ??= new Map()
    const outcomes = this.#outcomes.get(key) ?? new Map<unknown, Outcome>()
    this.#outcomes.set(key, outcomes)
    const known = recall(outcomes.get(value), run)
    if (known !== undefined) return known
    const { evaluated } = run
    const inner = evaluated?.apart()
    run.evaluated = inner
    const holds = schema.check?.(value, run) ?? true
    run.evaluated = evaluated
    if (inner !== undefined) evaluated?.addAll(inner)
    outcomes.set(value, holds && inner !== undefined ? inner : holds)
    return holds
  }
}

/**
 * @returns `undefined` if the check has to run, because there is no outcome yet or because its issues or
 * evaluated parts are wanted.
 */
function recall(outcome: Outcome | undefined, { isDone, evaluated }: Validation): boolean | undefined {
  if (outcome === undefined) return undefined
  if (outcome === false) return isDone ? false : undefined
  if (evaluated === undefined) return true
  if (outcome === true) return undefined
  evaluated.addAll(outcome)
  return true
}

function countParts(value: unknown): number {
  const seen = new Set<unknown>([value])
  let count = 1
  // The loop also visits parts that are added to the set in the meantime. If an object occurs twice, its
  // parts are counted only once.
  for (const part of seen) {
    if (typeof part !== 'object' || part === null) continue
    for (const inner of Object.values(part)) {
      count++
      if (typeof inner === 'object') seen.add(inner)
    }
  }
  return count
}
