import type { OperationDescriptor } from '../../http/operation.ts'

/** Headers of answers that do not have them already. */
export type StandingHeaders = Readonly<Record<string, string>>

/**
 * Browsers otherwise guess a media type from the bytes, and run stored content of a caller as a script or
 * page.
 */
const EVERYWHERE: StandingHeaders = { 'x-content-type-options': 'nosniff' }
const NOT_KEPT: StandingHeaders = { ...EVERYWHERE, 'cache-control': 'no-store' }

/**
 * Decides which headers answers have without their handlers.
 * @param noStore true if nobody on the way may keep responses of operations that take credentials, including
 * refusals.
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
