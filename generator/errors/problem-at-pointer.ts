import type { Problem } from './problem.ts'

/**
 * A problem whose location has not been resolved. Its `place` is a JSON Pointer into the bundled document.
 */
export type ProblemAtPointer = Omit<Problem, 'place'> & { readonly place: string }
