/** Reason, for the operator, why a move cannot continue. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
