import type { Step } from '../json/pointer.ts'
import type { Evaluated } from './evaluated.ts'
import type { Issue } from './issue.ts'
import { NO_ISSUES } from './issue-list.ts'
import type { Check, Run } from './run.ts'

/** Results of a branch. */
export interface Collected {
  readonly issues: readonly Issue[]
  /** JSON Pointer of the value that was checked. */
  readonly place: string
  readonly evaluated: Evaluated | undefined
}

/** Returns only the verdict for a part of the value: an array item or a property name. */
export function testPart(
  check: Check,
  value: unknown,
  { step, run }: { readonly step: Step; readonly run: Run },
): boolean {
  const { issues } = run
  const { current } = issues
  run.work.step()
  issues.current = undefined
  const holds = run.child(check, value, step)
  issues.current = current
  return holds
}

/**
 * Collects the issues of failed branches separately from the run's issues. This is a single function, because
 * it runs at every level of a value, and more stack frames would reduce the depth that can be checked.
 */
export function collectBranches(checks: readonly Check[], value: unknown, run: Run): readonly Collected[] {
  const { evaluated, issues } = run
  const { current, isNested } = issues
  const all: Collected[] = []
  for (const check of checks) {
    run.work.step()
    const inner = evaluated?.apart()
    issues.current = NO_ISSUES
    issues.isNested = true
    run.evaluated = inner
    check(value, run)
    all.push({ issues: issues.current, place: run.place, evaluated: inner })
    issues.current = current
    issues.isNested = isNested
  }
  run.evaluated = evaluated
  return all
}

/**
 * Adds a branch's issues to the run. Always returns false, so that the caller can return this as its
 * verdict.
 */
export function adoptBranch({ issues, evaluated }: Collected, run: Run): false {
  for (const issue of issues) if (!run.isDone) run.issues.add(issue)
  // The parts that the branch evaluated do not count as unevaluated, although the branch failed.
  if (evaluated !== undefined) run.evaluated?.addAll(evaluated)
  return false
}
