import type { Problem } from '../../errors/problem.ts'
import type { Path } from './reference.ts'

/** A problem at a path of the bundled document, not yet traced to the author's files. */
export interface ProblemAtPath extends Omit<Problem, 'place'> {
  readonly path: Path
}
