import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../data/outcome/target-error.ts'

/**
 * Rejects an HTTP basic credential without a colon between user and password, because the server would reject
 * every request without giving a reason.
 * @param variables environment variables that may have provided the credential.
 * @throws TargetError without the credential in its message.
 * @see RFC 7617, 2
 */
export function assertCompleteBasicCredential(
  credential: string,
  {
    name,
    scheme,
    variables,
  }: {
    readonly name: string
    readonly scheme: SecuritySchemeDescriptor | undefined
    readonly variables: readonly string[]
  },
): void {
  if (scheme?.type !== 'http' || scheme.scheme !== 'basic' || credential.includes(':')) return
  throw new TargetError(
    `The credential for the security scheme "${name}" has no ":", but HTTP Basic needs a user name and a password. Fix: set ${variables.join(' or ')} to "user:password", or use { username, password } in the configuration.`,
  )
}
