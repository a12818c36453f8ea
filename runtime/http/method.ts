/**
 * The methods for which a Path Item Object has a field, in the order in which outputs list them. @see
 * OpenAPI 3.2.0, Path Item Object
 */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const

/** A method in upper case: `GET`. A document may also have operations with other methods. */
export type Method = (typeof METHODS)[number]

/**
 * False for methods whose requests have no body, whatever a document says: a `Request` of the platform allows
 * none, and servers may ignore it. @see RFC 9110, 9.3.1
 */
export function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Methods that request no change. @see RFC 9110, 9.2.1; draft-ietf-httpbis-safe-method-w-body */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']

/** Methods for which sending a request twice has the same effect as sending it once. @see RFC 9110, 9.2.2 */
const IDEMPOTENT: readonly string[] = [...SAFE, 'PUT', 'DELETE']

/** True if a method (in upper case) is safe; false for an unknown method. */
export function isSafe(method: string): boolean {
  return SAFE.includes(method)
}

/** True if sending a request twice has the same effect as sending it once. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.includes(method)
}
