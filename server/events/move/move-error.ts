/** A move cannot go on, for a reason that its operator has to know. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
