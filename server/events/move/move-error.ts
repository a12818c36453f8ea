/** The reason why a move cannot continue, written for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
