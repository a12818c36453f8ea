import { quote } from '../../errors/quote.ts'
import type { Container } from '../source/json.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'

/** Reference, and the places that hold it. */
export interface Referrer {
  /** Container of the object with the `$ref`, or of the entry of a mapping. */
  readonly holder: Container
  /** Path of that object or entry. */
  readonly path: Path
  /** Place of the reference's text. */
  readonly text: { readonly of: Container; readonly name: string }
  readonly isSchema: boolean
}

/** Why a reference cannot be followed. */
export type Fault = Omit<ProblemAtPath, 'path' | 'reading'>

/** Fault of a reference that never ends. */
export function cycle(reference: string): Fault {
  return {
    code: 'reference-cycle',
    severity: 'warning',
    message: `${quote(reference)} leads back to itself; expected an object at its end.`,
    fix: 'let one of the references that form the cycle hold the object itself.',
  }
}
