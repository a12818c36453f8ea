import { Evaluated } from '../evaluation/evaluated.ts'
import type { Check } from '../evaluation/run.ts'

/**
 * Records which parts the other keywords evaluate, for the keyword that checks the remaining parts. Only
 * schemas with such a keyword incur this cost.
 */
export function afterOtherKeywords<T>(checkRest: Check<T>): (others: Check<T>) => Check<T> {
  return (check) => (value, run) => {
    const { evaluated: outer } = run
    const own = new Evaluated()
    run.evaluated = own
    const first = check(value, run)
    const holds = (first || !run.isDone) && checkRest(value, run) && first
    run.evaluated = outer
    if (holds) outer?.addAll(own)
    return holds
  }
}
