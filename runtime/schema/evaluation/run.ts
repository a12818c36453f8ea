import { pointerOf, type Step } from '../json/pointer.ts'
import type { Evaluated } from './evaluated.ts'
import type { Failure, Issue } from './issue.ts'
import { IssueList } from './issue-list.ts'
import { PropertyFinder } from './property-finder.ts'
import type { Scope } from './scope.ts'
import { OutOfSteps, Work } from './work.ts'

/** A compiled schema or keyword. Returns true if the value is valid, and reports failures to the run. */
export type Check<T = unknown> = (value: T, run: Run) => boolean

/**
 * Maximum depth of a value. Recursive schemas take about ten stack frames per level of the value, and a
 * browser's or Node's stack suffices for a few thousand levels. Without a limit, a small hostile body would
 * cause a RangeError.
 */
export const MAX_DEPTH = 512
/** Failure reported at the maximum depth. */
export const TOO_DEEP: Failure = {
  schemaPath: '#',
  keyword: 'depth',
  params: { limit: MAX_DEPTH },
  message: `must not be nested deeper than ${MAX_DEPTH} levels`,
}

/**
 * Failure reported if the stack overflows before the maximum depth is reached, for example because schemas
 * refer to each other many times at each level.
 */
const NO_ROOM: Failure = {
  schemaPath: '#',
  keyword: 'depth',
  params: {},
  message: 'must not be nested too deeply to be checked',
}

/**
 * One validation of one value: the current location and the issues found. It can be reused after validating a
 * value without issues.
 */
export class Run {
  readonly issues: IssueList
  readonly properties: PropertyFinder = new PropertyFinder()
  readonly work: Work = new Work()
  /** Set while a surrounding schema for the same value has an `unevaluated…` keyword. */
  evaluated: Evaluated | undefined = undefined
  /** The dynamic scope; `undefined` if no schema has an identifier. */
  scope: Scope | undefined
  /**
   * The first `#depth` entries are the steps to the current location; later entries are stale. Absent until a
   * part of the value is checked, because many values are rejected earlier.
   */
  #path: Step[] | undefined
  #depth = 0
  /** First location that was nested too deeply; its parts were not checked. */
  #tooDeepAt: string | undefined

  /** @param max maximum number of issues; checks stop when it is reached. */
  constructor(scope: Scope | undefined, max: number) {
    this.scope = scope
    this.issues = new IssueList(max)
  }

  /** JSON Pointer of the current location. */
  get place(): string {
    return this.#path === undefined ? '' : pointerOf(this.#path, this.#depth)
  }

  /** True if the current value's parts can be checked; false if it is nested too deeply. */
  get hasRoom(): boolean {
    return this.#depth < MAX_DEPTH
  }

  /** True if only the verdict is wanted, not the reasons. */
  get isSilent(): boolean {
    return this.issues.current === undefined
  }

  /**
   * True if a failed check can stop, because only the verdict is wanted or there are enough issues. Without
   * this, a value with a million faults would be walked to its end.
   */
  get isDone(): boolean {
    return this.issues.isDone
  }

  /**
   * Reports a failure at the current location. Always returns false, so that the caller can return this as
   * its verdict.
   */
  report(failure: Failure): false {
    if (!this.isDone) {
      const { schemaPath, keyword, params, message } = failure
      this.issues.find({ instancePath: this.place, schemaPath, keyword, params, message })
    }
    return false
  }

  /** Checks a property or an item of the current value. */
  child(check: Check, value: unknown, step: Step): boolean {
    if (this.#depth >= MAX_DEPTH) return this.reportTooDeep()
    this.work.step()
    const { evaluated } = this
    this.evaluated = undefined
    this.#path ??= []
    this.#path[this.#depth++] = step
    const holds = check(value, this)
    this.#depth--
    this.evaluated = evaluated
    return holds
  }

  /**
   * Returns only the verdict for the current value. The parts that the check evaluates count only if it
   * passes.
   */
  branch(check: Check, value: unknown): boolean {
    this.work.step()
    const { evaluated } = this
    const issues = this.issues.current
    const inner = evaluated?.apart()
    this.issues.current = undefined
    this.evaluated = inner
    const holds = check(value, this)
    this.issues.current = issues
    this.evaluated = evaluated
    if (holds && inner) evaluated?.addAll(inner)
    return holds
  }

  /** Records that the current value is nested too deeply to be checked. */
  reportTooDeep(): false {
    this.#tooDeepAt ??= this.place
    return this.report(TOO_DEEP)
  }

  /**
   * Checks the whole value. A value that is nested too deeply always has an issue, even inside `not`, where
   * the failure would otherwise make it valid.
   * @returns the issues.
   */
  judge(check: Check, value: unknown): readonly Issue[] {
    this.work.begin(value)
    try {
      check(value, this)
    } catch (error) {
      if (error instanceof OutOfSteps) return this.issues.ownAnd({ instancePath: '', ...error.failure })
      // A RangeError means that the stack overflowed. The path still points to the part that was being
      // checked.
      if (error instanceof RangeError) return this.issues.ownAnd({ instancePath: this.place, ...NO_ROOM })
      throw error
    }
    const { own } = this.issues
    const instancePath = this.#tooDeepAt
    return instancePath === undefined || own.some(({ keyword }) => keyword === TOO_DEEP.keyword)
      ? own
      : this.issues.ownAnd({ instancePath, ...TOO_DEEP })
  }

  /**
   * Prepares the run for another value, and releases the names and parts of the last one, which can be large.
   */
  reset(): this {
    this.properties.reset()
    this.work.begin(undefined)
    this.issues.reset()
    const path = this.#path
    // Use a loop, because `fill` alone takes longer than checking most values.
    if (path !== undefined) for (let index = 0; index < path.length; index++) path[index] = ''
    return this
  }
}

/**
 * Reports a failure of a whole array or object. Its parts are not checked, and none of them counts as
 * unevaluated.
 */
export function reportWhole(failure: Failure, run: Run): false {
  if (run.evaluated !== undefined) run.evaluated.all = true
  return run.report(failure)
}

/** The check that always passes. Compared by identity, to skip checks that have no effect. */
export const passCheck: Check = () => true

/** Runs the checks in order: all of them if issues are wanted, otherwise only up to the first failure. */
export function everyCheck<T>(checks: readonly Check<T>[]): Check<T> {
  const effective = checks.filter((check) => check !== passCheck)
  const [first, second] = effective
  if (first === undefined) return passCheck
  if (second === undefined) return first
  return (value, run) => {
    let holds = true
    for (let index = 0; index < effective.length; index++) {
      if (effective[index]?.(value, run)) continue
      if (run.isDone) return false
      holds = false
    }
    return holds
  }
}
