import type { Problem } from '../../errors/problem.ts'
import type { Path } from './reference.ts'

/** A problem at a path of the bundled document, whose place in the author's files is still to be found. */
export interface ProblemAtPath extends Omit<Problem, 'place'> {
  readonly path: Path
}
