/**
 * The methods for which a Path Item Object has a field, in the order in which outputs list them. @see
 * OpenAPI 3.2.0, Path Item Object
 */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const

/**
 * One of these as requests and descriptors write it: `GET`. A document may have operations
 * of any other method beside them.
 */
export type Method = (typeof METHODS)[number]

/** A request of these asks for no change. @see RFC 9110, 9.2.1; draft-ietf-httpbis-safe-method-w-body */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']

/** Sending these twice does what sending them once does. @see RFC 9110, 9.2.2 */
const IDEMPOTENT: readonly string[] = [...SAFE, 'PUT', 'DELETE']

/** True if the method is safe: its requests change nothing. In upper case; false for an unknown method. */
export function isSafe(method: string): boolean {
  return SAFE.includes(method)
}

/** True if the method is idempotent: a request sent twice has the effect of one. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.includes(method)
}
