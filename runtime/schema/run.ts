import type { Failure, Issue } from './issue.ts'
import { pointerOf, type Step } from './pointer.ts'
import type { Resource } from './reference.ts'

/** A compiled schema or keyword: whether the value holds. What does not hold is reported to the run. */
export type Check<T = unknown> = (value: T, run: Run) => boolean

/** The properties or items of one value that some keyword has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  /** True when no property or item can be left over. */
  all = false
  readonly #steps = new Set<Step>()

  has(step: Step): boolean {
    return this.all || this.#steps.has(step)
  }

  add(step: Step): void {
    this.#steps.add(step)
  }

  addAll(other: Evaluated): void {
    this.all ||= other.all
    for (const step of other.#steps) this.#steps.add(step)
  }
}

/** The schema resources that evaluation has gone through, innermost first: what `$dynamicRef` looks through. */
export interface Scope {
  readonly resource: Resource
  readonly outer?: Scope
}

/**
 * How deep a value may be nested. Recursive schemas follow the value, each level takes about ten frames, and the stack of
 * a browser or of Node holds some thousand levels of that: without a limit a small hostile body would end in a RangeError.
 */
export const MAX_DEPTH = 512
/** What a check reports instead of going deeper. */
export const TOO_DEEP: Failure = {
  schemaPath: '#',
  keyword: 'depth',
  params: { limit: MAX_DEPTH },
  message: `must not be nested deeper than ${MAX_DEPTH} levels`,
}

/** One validation of one value: where it is, and what it has found. */
export class Run {
  /** `undefined` while only the verdict is asked for; a check may then stop at the first failure. */
  issues: Issue[] | undefined
  /** Set while a schema around the current one, for the same value, has an `unevaluated…` keyword. */
  evaluated: Evaluated | undefined = undefined
  scope: Scope
  readonly #path: Step[] = []

  constructor(resource: Resource, issues: Issue[]) {
    this.scope = { resource }
    this.issues = issues
  }

  /** Notes a failure at the current place. Answers false, the verdict of the check that calls it. */
  report(failure: Failure): false {
    if (this.issues !== undefined) {
      const { schemaPath, keyword, params, message } = failure
      this.issues.push({ instancePath: pointerOf(this.#path), schemaPath, keyword, params, message })
    }
    return false
  }

  /** Checks a property or an item of the current value. */
  child(check: Check, value: unknown, step: Step): boolean {
    if (this.#path.length >= MAX_DEPTH) return this.report(TOO_DEEP)
    const { evaluated } = this
    this.evaluated = undefined
    this.#path.push(step)
    const holds = check(value, this)
    this.#path.pop()
    this.evaluated = evaluated
    return holds
  }

  /** The verdict alone, for the current value. What the check evaluated counts only when it holds. */
  branch(check: Check, value: unknown): boolean {
    const { issues, evaluated } = this
    const inner = evaluated && new Evaluated()
    this.issues = undefined
    this.evaluated = inner
    const holds = check(value, this)
    this.issues = issues
    this.evaluated = evaluated
    if (holds && inner) evaluated.addAll(inner)
    return holds
  }

  /** The verdict alone, for another value: an item of an array, the name of a property. */
  test(check: Check, value: unknown): boolean {
    const { issues, evaluated } = this
    this.issues = undefined
    this.evaluated = undefined
    const holds = check(value, this)
    this.issues = issues
    this.evaluated = evaluated
    return holds
  }

  /** The issues of a check that has failed as a branch, kept apart from those of the run. */
  collect(check: Check, value: unknown): readonly Issue[] {
    const { issues, evaluated } = this
    const collected: Issue[] = []
    this.issues = collected
    this.evaluated = undefined
    check(value, this)
    this.issues = issues
    this.evaluated = evaluated
    return collected
  }
}

/** The check that nothing breaks. Compared by identity, to leave out what costs time and decides nothing. */
export const pass: Check = () => true

/** All checks in order: every one while issues are collected, up to the first failure otherwise. */
export function every<T>(checks: readonly Check<T>[]): Check<T> {
  const effective = checks.filter((check) => check !== pass)
  const [first, second] = effective
  if (first === undefined) return pass
  if (second === undefined) return first
  return (value, run) => {
    let holds = true
    for (let index = 0; index < effective.length; index++) {
      if (effective[index]?.(value, run)) continue
      if (run.issues === undefined) return false
      holds = false
    }
    return holds
  }
}
