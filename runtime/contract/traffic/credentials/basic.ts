import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../data/outcome/target-error.ts'

/**
 * An HTTP basic credential has a user and a password; without the colon, the server would refuse every
 * request without a reason.
 * @param variables environment variables that may have provided it.
 * @throws TargetError without the credential in its message.
 * @see RFC 7617, 2
 */
export function refuseIncompleteBasic(
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
    `The credential for the security scheme "${name}" has no ":": HTTP basic takes a user and a password. Fix: write "user:password" in ${variables.join(' or ')}, or { username, password } in the configuration.`,
  )
}
