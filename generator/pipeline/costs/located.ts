import type { SourcePlace } from '../../errors/problem.ts'

/** What is known of a document, and where a JSON Pointer of it was written. */
export interface Located<Known> {
  readonly model: Known
  readonly locate: (pointer: string) => SourcePlace
}
