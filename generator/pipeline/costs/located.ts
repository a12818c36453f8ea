import type { SourcePlace } from '../../errors/problem.ts'

/** Facts about a document, with a function that locates its JSON Pointers in source files. */
export interface Located<Known> {
  readonly model: Known
  readonly locate: (pointer: string) => SourcePlace
}
