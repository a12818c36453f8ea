import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../data/outcome/target-error.ts'

/**
 * HTTP schemes whose credential is computed for each request or exchange, so that there is no single string
 * to send.
 * @see IANA HTTP Authentication Schemes
 */
const COMPUTED = [
  'digest',
  'hoba',
  'mutual',
  'negotiate',
  'scram-sha-1',
  'scram-sha-256',
  'vapid',
  'concealed',
]

/** True unless a scheme's credential must be computed for each request. */
export function takesSchemeCredential({ type, scheme = '' }: SecuritySchemeDescriptor): boolean {
  return type !== 'http' || !COMPUTED.includes(scheme)
}

/** @throws TargetError for a scheme whose credential cannot be sent. */
export function assertSchemeTakesCredential(name: string, scheme: SecuritySchemeDescriptor): void {
  if (takesSchemeCredential(scheme)) return
  throw new TargetError(
    `The security scheme "${name}" uses HTTP "${scheme.scheme}", whose credential is not a fixed string. Concordat does not support that. Fix: test through a proxy that signs requests, or use another security scheme in the document.`,
  )
}
