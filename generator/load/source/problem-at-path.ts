import type { Problem } from '../../errors/problem.ts'
import type { Path } from './reference.ts'

/** A problem at a path in the bundled document that has not been traced to the author's files yet. */
export interface ProblemAtPath extends Omit<Problem, 'place'> {
  readonly path: Path
}
