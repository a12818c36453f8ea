/**
 * The target as a whole cannot be tested: it is down, rejects the credential, or serves another API. Ends the
 * run.
 */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}
