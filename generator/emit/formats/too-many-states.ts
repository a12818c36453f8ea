/**
 * Maximum number of states; GitHub's document has 34,000. Alternatives that apply together multiply the
 * states at each level, and each state can need a conversion of its own.
 */
export const MAX_STATES = 100_000

/** Thrown if a document's schemas combine in too many ways. */
export class TooManyStates extends Error {
  /** JSON Pointer of the schema or operation that exceeds the maximum. */
  readonly pointer: string

  constructor(pointer: string) {
    super(`Formats can be distinguished in at most ${MAX_STATES} places.`)
    this.pointer = pointer
  }
}
