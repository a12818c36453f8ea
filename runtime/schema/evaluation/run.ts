import { pointerOf, type Step } from '../json/pointer.ts'
import { FIRST_STEPS, mostSteps, OutOfSteps } from './budget.ts'
import type { Evaluated } from './evaluated.ts'
import type { Failure, Issue } from './issue.ts'
import type { Scope } from './scope.ts'

/** A compiled schema or keyword: whether the value holds. What does not hold is reported to the run. */
export type Check<T = unknown> = (value: T, run: Run) => boolean

/** The properties that a schema names, in its order. */
export interface Named {
  readonly names: readonly string[]
  readonly places: ReadonlyMap<string, number>
}

/** Properties of one object, by the names in a schema. */
export interface Found {
  readonly object: object
  readonly named: Named
  /** Values in the order of the names; `undefined` for absent ones. */
  readonly values: readonly unknown[]
  /** Names of its other properties, those without a value among them; `undefined` if there are many. */
  readonly others: readonly string[] | undefined
}

/**
 * Maximum depth of a value. Recursive schemas follow the value, each level takes about ten frames, and the
 * stack of a browser or of Node holds some thousand levels of that: without a limit a small hostile body
 * would end in a RangeError.
 */
export const MAX_DEPTH = 512
/** Failure that a check reports instead of going deeper. */
export const TOO_DEEP: Failure = {
  schemaPath: '#',
  keyword: 'depth',
  params: { limit: MAX_DEPTH },
  message: `must not be nested deeper than ${MAX_DEPTH} levels`,
}

/**
 * Failure if the stack ends sooner, as it does for schemas that refer to each other many times at each level.
 */
const NO_ROOM: Omit<Failure, 'schemaPath'> = {
  keyword: 'depth',
  params: {},
  message: 'must not be nested so deep that its schema cannot be followed',
}

/**
 * False if a schema does not allow a part of the value; else the evaluated parts of it, if they were asked
 * for.
 */
type Outcome = boolean | Evaluated

/** Issue of a value that would take more steps than it may. */
function tooManySteps({ limit }: OutOfSteps): Issue {
  const message = `must not take more than ${limit} steps to check against its schema`
  return { instancePath: '', schemaPath: '#', keyword: 'steps', params: { limit }, message }
}

/** Fewer steps than these are taken sooner than they are remembered. */
const UNREMEMBERED_STEPS = 256

/**
 * Issues of alternatives are kept beside those of the value: this multiple of a run's
 * limit for all of them together.
 */
const NESTED_SHARE = 10

/** The shared empty list of issues. */
export const NO_ISSUES: readonly Issue[] = Object.freeze([])

/**
 * One validation of one value: the current place, and the issues found. After a value without issues it can
 * judge another. It is one wide object on purpose: each keyword of each part passes it, and further objects
 * would cost more than most checks.
 */
export class Run {
  /** Absent where only the verdict is wanted. */
  #issues: readonly Issue[] | undefined = NO_ISSUES
  /** Issues of the value itself, whichever list is in hand. */
  #told: readonly Issue[] = NO_ISSUES
  /** Maximum number of issues in the list in hand, and the number left for all lists of alternatives. */
  readonly #max: number
  #nested: number
  #isNested = false
  /** Set while a schema around the current one, for the same value, has an `unevaluated…` keyword. */
  evaluated: Evaluated | undefined = undefined
  /** Properties found last in an object: the next keyword mostly asks for the same. */
  found: Found | undefined = undefined
  /**
   * Objects with many properties: walking through them for each alternative
   * would cost more than all the rest.
   */
  #large: Set<object> | undefined
  /** `undefined` where no schema has an identifier. */
  scope: Scope | undefined
  /**
   * The steps to the current location: the first `#depth` of them, since the rest are stale. Absent until a
   * part of the value is judged: many values are refused before.
   */
  #path: Step[] | undefined
  #depth = 0
  /**
   * Place at which the value was nested too deep, if it was: its parts were not judged, whatever the outcome.
   */
  #tooDeepAt: string | undefined
  /** The whole value. */
  #value: unknown
  #steps = 0
  #mostSteps = FIRST_STEPS
  /**
   * Outcomes of schemas that contain themselves, for parts of the value. Alternatives, and keywords that
   * judge the same part, ask for it again at each level: without a memory the work would double with every
   * level of the value.
   */
  #outcomes: Map<object, Map<unknown, Outcome>> | undefined

  /** @param max how many issues are wanted; checks stop when there are so many. */
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

  /** True if only the verdict is wanted, not the reason for a failure. */
  get isSilent(): boolean {
    return this.#issues === undefined
  }

  /** JSON Pointer of the current place. */
  get #place(): string {
    return this.#path === undefined ? '' : pointerOf(this.#path, this.#depth)
  }

  /**
   * True if a check that has failed can stop: only the verdict is wanted, or there are enough issues. Without
   * it a value with a million faults would be walked to its end.
   */
  get isDone(): boolean {
    if (this.#issues === undefined) return true
    return this.#issues.length >= this.#max || (this.#isNested && this.#nested <= 0)
  }

  /** Notes a failure at the current place. Answers false, the verdict of the check that calls it. */
  report(failure: Failure): false {
    if (this.#issues !== undefined && !this.isDone) {
      const { schemaPath, keyword, params, message } = failure
      if (this.#isNested) this.#nested--
      this.#add({ instancePath: this.#place, schemaPath, keyword, params, message })
    }
    return false
  }

  /** A list that begins with its first issue is a tenth of one that has room for more: most hold no other. */
  #add(issue: Issue): void {
    if (this.#issues === NO_ISSUES) this.#issues = [issue]
    else (this.#issues as Issue[] | undefined)?.push(issue)
    if (!this.#isNested && this.#issues !== undefined) this.#told = this.#issues
  }

  /**
   * Notes a failure of an array or object as a whole: none of its parts is judged or counts as unevaluated.
   */
  reportWhole(failure: Failure): false {
    if (this.evaluated !== undefined) this.evaluated.all = true
    return this.report(failure)
  }

  /** True if the parts of the current value are judged, not refused for their depth. */
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

  /** The verdict alone, for the current value. What the check evaluated counts only when it holds. */
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

  /** Checks the current value against a schema that contains itself, once for each part of the value. */
  recur(schema: object, check: Check, value: unknown): boolean {
    this.#step()
    if (this.#steps <= UNREMEMBERED_STEPS || typeof value !== 'object' || value === null)
      return check(value, this)
    // `$dynamicRef` leads elsewhere in another scope.
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

  /** @returns `undefined` where the check has to run: its issues are wanted, or what it evaluates. */
  #recall(outcome: Outcome | undefined): boolean | undefined {
    if (outcome === undefined) return undefined
    if (outcome === false) return this.isDone ? false : undefined
    if (this.evaluated === undefined) return true
    if (outcome === true) return undefined
    this.evaluated.addAll(outcome)
    return true
  }

  /** @throws OutOfSteps after the last that the value may take. */
  #step(): void {
    if (++this.#steps <= this.#mostSteps) return
    this.#mostSteps = mostSteps(this.#value)
    if (this.#steps > this.#mostSteps) throw new OutOfSteps(this.#mostSteps)
  }

  /** Notes that the current value is nested too deep to be judged. */
  reportTooDeep(): false {
    this.#tooDeepAt ??= this.#place
    return this.report(TOO_DEEP)
  }

  /**
   * Judges the whole value. A value that is nested too deep has an issue, even below
   * `not`, where a failure would pass.
   * @returns the issues.
   */
  judge(check: Check, value: unknown): readonly Issue[] {
    this.#value = value
    try {
      check(value, this)
    } catch (error) {
      if (error instanceof OutOfSteps) return this.#withLast(tooManySteps(error))
      // The engine throws no other: the stack has ended, and the path still leads to where it did.
      if (!(error instanceof RangeError)) throw error
      return this.#withLast({ instancePath: this.#place, schemaPath: '#', ...NO_ROOM })
    }
    const instancePath = this.#tooDeepAt
    if (instancePath === undefined || this.#told.some(({ keyword }) => keyword === TOO_DEEP.keyword))
      return this.#told
    return this.#withLast({ instancePath, ...TOO_DEEP })
  }

  /** Lets go of a value that had no issue, whose names and parts may be large. */
  reset(): this {
    this.found = undefined
    this.#value = undefined
    this.#steps = 0
    this.#mostSteps = FIRST_STEPS
    this.#outcomes = undefined
    this.#large = undefined
    this.#nested = NESTED_SHARE * this.#max
    const path = this.#path
    // `fill` takes longer than many a value's judgement.
    if (path !== undefined) for (let index = 0; index < path.length; index++) path[index] = ''
    return this
  }

  /** The issues and one more, which takes the place of another one where there are as many as are wanted. */
  #withLast(issue: Issue): readonly Issue[] {
    return [...this.#told.slice(0, this.#max - 1), issue]
  }

  /**
   * The verdict alone, for a part of the value: an item of an array, the name of a property. A
   * branch of a child, in one frame.
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
   * The issues of checks that have failed as branches, apart from those of the run. It is one function, since
   * each level of a value passes it, and its frames limit the depth.
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

  /** Makes the issues of a branch those of the run. Answers false, the verdict of the check that calls it. */
  adopt({ issues, evaluated }: Collected): false {
    for (const issue of issues) if (!this.isDone) this.#add(issue)
    // The branch's evaluated parts are not left over, although it failed.
    if (evaluated !== undefined) this.evaluated?.addAll(evaluated)
    return false
  }
}

/** Results of a branch. */
export interface Collected {
  readonly issues: readonly Issue[]
  /** JSON Pointer of the value that it judged. */
  readonly place: string
  readonly evaluated: Evaluated | undefined
}

/** The check that nothing breaks. Compared by identity, to leave out what costs time and decides nothing. */
export const pass: Check = () => true

/** All checks in order: every one while issues are wanted, up to the first failure otherwise. */
export function every<T>(checks: readonly Check<T>[]): Check<T> {
  const effective = checks.filter((check) => check !== pass)
  const [first, second] = effective
  if (first === undefined) return pass
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
