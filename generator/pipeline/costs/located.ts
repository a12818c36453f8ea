import type { SourcePlace } from '../../errors/problem.ts'

/** Known facts of a document, and the place where a JSON Pointer of it was written. */
export interface Located<Known> {
  readonly model: Known
  readonly locate: (pointer: string) => SourcePlace
}
