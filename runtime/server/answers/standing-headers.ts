import type { OperationDescriptor } from '../../http/operation.ts'

/** Headers added to responses that do not have them. */
export type StandingHeaders = Readonly<Record<string, string>>

/**
 * Without this header, browsers guess a media type from the bytes, and can run content stored by a caller as
 * a script or page.
 */
const EVERYWHERE: StandingHeaders = { 'x-content-type-options': 'nosniff' }
const NOT_KEPT: StandingHeaders = { ...EVERYWHERE, 'cache-control': 'no-store' }

/**
 * Decides which headers are added to responses.
 * @param noStore true if caches must not store responses from operations with credentials, including error
 * responses.
 * @see RFC 9111, section 5.2.2.5
 */
export function compileStandingHeaders(
  noStore: boolean,
): (operation: OperationDescriptor | undefined) => StandingHeaders {
  return (operation) => (noStore && operation !== undefined && isSecured(operation) ? NOT_KEPT : EVERYWHERE)
}

function isSecured({ security = [] }: OperationDescriptor): boolean {
  return security.some((requirement) => Object.keys(requirement).length > 0)
}
