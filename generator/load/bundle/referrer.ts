import { quoteInProblem } from '../../errors/quote.ts'
import type { Container } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'

/** A reference and its location. */
export interface Referrer {
  /**
   * For a `$ref`, the object that contains the object with the `$ref`; for a mapping entry, the object that
   * contains the entry.
   */
  readonly holder: Container
  /** Path of the object with the `$ref`, or of the mapping entry. */
  readonly path: Path
  /** Location of the reference string itself. */
  readonly text: { readonly of: Container; readonly name: string }
  readonly isSchema: boolean
}

/** The reason why a reference cannot be followed. */
export type ReferenceFault = Omit<ProblemAtPath, 'path' | 'reading'>

/** The fault for a circular reference. */
export function referenceCycle(reference: string): ReferenceFault {
  return {
    code: 'reference-cycle',
    severity: 'warning',
    message: `${quoteInProblem(reference)} leads into a cycle of references; expected it to end at an object.`,
    fix: 'replace one reference in the cycle with the object itself.',
  }
}
