import type { Problem } from './problem.ts'

/** A problem before its place is located: `place` is a JSON Pointer of the bundled document. */
export type ProblemAtPointer = Omit<Problem, 'place'> & { readonly place: string }
