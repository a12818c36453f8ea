import { quoteInProblem } from '../../errors/quote.ts'
import type { Container } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'

/** A reference and where it is. */
export interface Referrer {
  /** Object around the object with the `$ref`, or around the mapping entry. */
  readonly holder: Container
  /** Path of the object or entry. */
  readonly path: Path
  /** Where the text of the reference is. */
  readonly text: { readonly of: Container; readonly name: string }
  readonly isSchema: boolean
}

/** Why a reference cannot be followed. */
export type ReferenceFault = Omit<ProblemAtPath, 'path' | 'reading'>

/** Fault of a circular reference. */
export function referenceCycle(reference: string): ReferenceFault {
  return {
    code: 'reference-cycle',
    severity: 'warning',
    message: `${quoteInProblem(reference)} leads back to itself; expected an object at its end.`,
    fix: 'replace one reference of the cycle by the object itself.',
  }
}
