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
    this.issues?.push({ instancePath: pointerOf(this.#path), ...failure })
    return false
  }

  /** Checks a property or an item of the current value. */
  child(check: Check, value: unknown, step: Step): boolean {
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
