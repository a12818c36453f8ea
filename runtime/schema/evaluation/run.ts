import { pointerOf, type Step } from '../json/pointer.ts'
import { FIRST_STEPS, OutOfSteps, stepBudget } from './budget.ts'
import type { Evaluated } from './evaluated.ts'
import type { Failure, Issue } from './issue.ts'
import type { Scope } from './scope.ts'

/** A compiled schema or keyword. Returns true if the value is valid, and reports failures to the run. */
export type Check<T = unknown> = (value: T, run: Run) => boolean

/** The properties that a schema names, in the schema's order. */
export interface Named {
  readonly names: readonly string[]
  readonly places: ReadonlyMap<string, number>
}

/** One object's properties that a schema names. */
export interface Found {
  readonly object: object
  readonly named: Named
  /** Values in the order of the names; `undefined` for absent properties. */
  readonly values: readonly unknown[]
  /**
   * Names of the object's other properties, including those whose value is `undefined`; `undefined` if there
   * are many.
   */
  readonly others: readonly string[] | undefined
}

/**
 * Maximum depth of a value. Recursive schemas take about ten stack frames per level of the value, and a
 * browser's or Node's stack suffices for some thousand levels. Without a limit, a small hostile body would
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
const NO_ROOM: Omit<Failure, 'schemaPath'> = {
  keyword: 'depth',
  params: {},
  message: 'must not be nested so deeply that it cannot be checked against its schema',
}

/**
 * False if a schema rejects a part of the value. Otherwise, the part's evaluated properties or items if they
 * were requested, or else true.
 */
type Outcome = boolean | Evaluated

/** Creates the issue for a value that needs more steps than are allowed. */
function tooManySteps({ limit }: OutOfSteps): Issue {
  const message = `must not take more than ${limit} steps to check against its schema`
  return { instancePath: '', schemaPath: '#', keyword: 'steps', params: { limit }, message }
}

/** Up to this number of steps, repeating them is faster than caching the outcome. */
const UNREMEMBERED_STEPS = 256

/** Limit for the issues of all alternatives together, as a multiple of the run's limit. */
const NESTED_SHARE = 10

/** The shared empty issue list. */
export const NO_ISSUES: readonly Issue[] = Object.freeze([])

/**
 * One validation of one value: the current location and the issues found. It can be reused after validating a
 * value without issues. It is deliberately one wide class: five classes (issues, location, steps, properties,
 * recursion) are as fast, but add 150 bytes to each bundle that validates, and the largest is at its limit.
 */
export class Run {
  /** Absent if only the verdict is wanted. */
  #issues: readonly Issue[] | undefined = NO_ISSUES
  /** Issues of the value itself, kept while a branch's issues are collected. */
  #told: readonly Issue[] = NO_ISSUES
  /**
   * Maximum number of issues in the current list, and the number still allowed in all lists of alternatives
   * together.
   */
  readonly #max: number
  #nested: number
  #isNested = false
  /** Set while a surrounding schema for the same value has an `unevaluated…` keyword. */
  evaluated: Evaluated | undefined = undefined
  /** Properties found in the last object, kept because the next keyword usually needs the same ones. */
  found: Found | undefined = undefined
  /** Objects that have many properties, because walking them again for each alternative would be too slow. */
  #large: Set<object> | undefined
  /** The dynamic scope; `undefined` if no schema has an identifier. */
  scope: Scope | undefined
  /**
   * The steps to the current location: the first `#depth` entries; the rest are stale. Absent until a part of
   * the value is checked, because many values are rejected earlier.
   */
  #path: Step[] | undefined
  #depth = 0
  /** First location that was nested too deep; its parts were not checked. */
  #tooDeepAt: string | undefined
  /** The whole value. */
  #value: unknown
  #steps = 0
  #mostSteps = FIRST_STEPS
  /**
   * Outcomes of recursive schemas for parts of the value. Alternatives, and keywords for the same part, need
   * these outcomes again at each level; without the cache, the work would double with every level.
   */
  #outcomes: Map<object, Map<unknown, Outcome>> | undefined

  /** @param max maximum number of issues; checks stop when it is reached. */
  constructor(scope: Scope | undefined, max: number) {
    this.scope = scope
    this.#max = max
    this.#nested = NESTED_SHARE * max
  }

  isLarge(object: object): boolean {
    return this.#large?.has(object) ?? false
  }

  noteLarge(object: object): void {
    this.#large ??= new Set()
    this.#large.add(object)
  }

  /** True if only the verdict is wanted, not the reasons. */
  get isSilent(): boolean {
    return this.#issues === undefined
  }

  /** JSON Pointer of the current location. */
  get #place(): string {
    return this.#path === undefined ? '' : pointerOf(this.#path, this.#depth)
  }

  /**
   * True if a failed check can stop, because only the verdict is wanted or there are enough issues. Otherwise
   * a value with a million faults would be walked to its end.
   */
  get isDone(): boolean {
    if (this.#issues === undefined) return true
    return this.#issues.length >= this.#max || (this.#isNested && this.#nested <= 0)
  }

  /**
   * Reports a failure at the current location. Always returns false, so that the caller can return this as
   * its verdict.
   */
  report(failure: Failure): false {
    if (this.#issues !== undefined && !this.isDone) {
      const { schemaPath, keyword, params, message } = failure
      if (this.#isNested) this.#nested--
      this.#add({ instancePath: this.#place, schemaPath, keyword, params, message })
    }
    return false
  }

  /**
   * Adds an issue. A list created with its first issue takes a tenth of the memory of one that grows, and
   * most lists have only one issue.
   */
  #add(issue: Issue): void {
    if (this.#issues === NO_ISSUES) this.#issues = [issue]
    else (this.#issues as Issue[] | undefined)?.push(issue)
    if (!this.#isNested && this.#issues !== undefined) this.#told = this.#issues
  }

  /**
   * Reports a failure of a whole array or object. Its parts are not checked, and none of them counts as
   * unevaluated.
   */
  reportWhole(failure: Failure): false {
    if (this.evaluated !== undefined) this.evaluated.all = true
    return this.report(failure)
  }

  /** True if the current value's parts can be checked; false if it is nested too deep. */
  get hasRoom(): boolean {
    return this.#depth < MAX_DEPTH
  }

  /** Checks a property or an item of the current value. */
  child(check: Check, value: unknown, step: Step): boolean {
    if (this.#depth >= MAX_DEPTH) return this.reportTooDeep()
    this.#step()
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
    this.#step()
    const { evaluated } = this
    const issues = this.#issues
    const inner = evaluated?.apart()
    this.#issues = undefined
    this.evaluated = inner
    const holds = check(value, this)
    this.#issues = issues
    this.evaluated = evaluated
    if (holds && inner) evaluated?.addAll(inner)
    return holds
  }

  /** Checks the current value against a recursive schema, once for each part of the value. */
  recur(schema: object, check: Check, value: unknown): boolean {
    this.#step()
    if (this.#steps <= UNREMEMBERED_STEPS || typeof value !== 'object' || value === null)
      return check(value, this)
    // `$dynamicRef` can have a different target in each scope.
    const key = this.scope?.keyOf(schema) ?? schema
    this.#outcomes ??= new Map()
    const outcomes = this.#outcomes.get(key) ?? new Map<unknown, Outcome>()
    this.#outcomes.set(key, outcomes)
    const known = this.#recall(outcomes.get(value))
    if (known !== undefined) return known
    const { evaluated } = this
    const inner = evaluated?.apart()
    this.evaluated = inner
    const holds = check(value, this)
    this.evaluated = evaluated
    if (inner !== undefined) evaluated?.addAll(inner)
    outcomes.set(value, holds && inner !== undefined ? inner : holds)
    return holds
  }

  /** @returns `undefined` if the check has to run, because its issues or evaluated parts are wanted. */
  #recall(outcome: Outcome | undefined): boolean | undefined {
    if (outcome === undefined) return undefined
    if (outcome === false) return this.isDone ? false : undefined
    if (this.evaluated === undefined) return true
    if (outcome === true) return undefined
    this.evaluated.addAll(outcome)
    return true
  }

  /** @throws OutOfSteps if no steps are left. */
  #step(): void {
    if (++this.#steps <= this.#mostSteps) return
    this.#mostSteps = stepBudget(this.#value)
    if (this.#steps > this.#mostSteps) throw new OutOfSteps(this.#mostSteps)
  }

  /** Records that the current value is nested too deep to be checked. */
  reportTooDeep(): false {
    this.#tooDeepAt ??= this.#place
    return this.report(TOO_DEEP)
  }

  /**
   * Checks the whole value. A value that is nested too deep always has an issue, even inside `not`, where a
   * failure would otherwise pass.
   * @returns the issues.
   */
  judge(check: Check, value: unknown): readonly Issue[] {
    this.#value = value
    try {
      check(value, this)
    } catch (error) {
      if (error instanceof OutOfSteps) return this.#withLast(tooManySteps(error))
      // A RangeError means that the stack overflowed. The path still points to the location.
      if (!(error instanceof RangeError)) throw error
      return this.#withLast({ instancePath: this.#place, schemaPath: '#', ...NO_ROOM })
    }
    const instancePath = this.#tooDeepAt
    if (instancePath === undefined || this.#told.some(({ keyword }) => keyword === TOO_DEEP.keyword))
      return this.#told
    return this.#withLast({ instancePath, ...TOO_DEEP })
  }

  /** Releases a value without issues, because its names and parts can be large. */
  reset(): this {
    this.found = undefined
    this.#value = undefined
    this.#steps = 0
    this.#mostSteps = FIRST_STEPS
    this.#outcomes = undefined
    this.#large = undefined
    this.#nested = NESTED_SHARE * this.#max
    const path = this.#path
    // A loop, because `fill` takes longer than checking most values does.
    if (path !== undefined) for (let index = 0; index < path.length; index++) path[index] = ''
    return this
  }

  /** The issues plus one more, which replaces the last issue if the limit is reached. */
  #withLast(issue: Issue): readonly Issue[] {
    return [...this.#told.slice(0, this.#max - 1), issue]
  }

  /**
   * Returns only the verdict for a part of the value: an array item or a property name. Does the work of
   * `branch` and `child` in one stack frame.
   */
  test(check: Check, value: unknown, step: Step): boolean {
    if (this.#depth >= MAX_DEPTH) return this.reportTooDeep()
    this.#step()
    this.#step()
    const { evaluated } = this
    const issues = this.#issues
    this.evaluated = undefined
    this.#issues = undefined
    this.#path ??= []
    this.#path[this.#depth++] = step
    const holds = check(value, this)
    this.#depth--
    this.#issues = issues
    this.evaluated = evaluated
    return holds
  }

  /**
   * Collects the issues of failed branches separately from the run's issues. This is a single function
   * because every level of a value runs it and its stack frames limit the depth.
   */
  collect(checks: readonly Check[], value: unknown): readonly Collected[] {
    const { evaluated } = this
    const issues = this.#issues
    const isNested = this.#isNested
    const all: Collected[] = []
    for (const check of checks) {
      this.#step()
      const inner = evaluated?.apart()
      this.#issues = NO_ISSUES
      this.#isNested = true
      this.evaluated = inner
      check(value, this)
      all.push({ issues: this.#issues, place: this.#place, evaluated: inner })
      this.#issues = issues
      this.#isNested = isNested
    }
    this.evaluated = evaluated
    return all
  }

  /**
   * Adds a branch's issues to the run. Always returns false, so that the caller can return this as its
   * verdict.
   */
  adopt({ issues, evaluated }: Collected): false {
    for (const issue of issues) if (!this.isDone) this.#add(issue)
    // The parts that the branch evaluated do not count as unevaluated, although the branch failed.
    if (evaluated !== undefined) this.evaluated?.addAll(evaluated)
    return false
  }
}

/** Results of a branch. */
export interface Collected {
  readonly issues: readonly Issue[]
  /** JSON Pointer of the value that was checked. */
  readonly place: string
  readonly evaluated: Evaluated | undefined
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
