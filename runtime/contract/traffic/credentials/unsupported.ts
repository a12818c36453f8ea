import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { TargetError } from '../../data/outcome/target-error.ts'

/**
 * HTTP schemes whose credential is computed for each request or exchange: no one text can be sent.
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

/** True if a credential of the scheme is one text that requests carry. */
export function isSupported({ type, scheme = '' }: SecuritySchemeDescriptor): boolean {
  return type !== 'http' || !COMPUTED.includes(scheme)
}

/** @throws TargetError for a scheme that no credential can be sent under. */
export function refuseUnsupported(name: string, scheme: SecuritySchemeDescriptor): void {
  if (isSupported(scheme)) return
  throw new TargetError(
    `The security scheme "${name}" is HTTP "${scheme.scheme}", whose credential is computed anew for each request; that is not supported. Fix: test behind a proxy that signs, or use another scheme of the document.`,
  )
}
