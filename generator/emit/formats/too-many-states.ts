/**
 * Maximum number of places of a value that are told apart. Alternatives that hold together double them with
 * each level, and conversions are printed for each; GitHub's document has 34,000.
 */
export const MAX_STATES = 100_000

/** Thrown where the schemas of a document can hold together in too many ways. */
export class TooManyStates extends Error {
  /** JSON Pointer of the schema or operation with more places than that. */
  readonly pointer: string

  constructor(pointer: string) {
    super(`Formats are not told apart in more than ${MAX_STATES} places.`)
    this.pointer = pointer
  }
}
