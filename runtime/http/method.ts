/** The methods for which a Path Item Object has a field, in the order in which outputs list them. @see OpenAPI 3.1.1, Path Item Object */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const

/** The method as requests and descriptors write it: `GET`. */
export type Method = (typeof METHODS)[number]

/** A request of these asks for no change. @see RFC 9110, 9.2.1 */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** Sending these twice does what sending them once does. @see RFC 9110, 9.2.2 */
const IDEMPOTENT: readonly string[] = [...SAFE, 'PUT', 'DELETE']

/** Whether a request of this method, in upper case, changes nothing. */
export function isSafe(method: string): boolean {
  return SAFE.includes(method)
}

/** Whether sending a request of this method twice does what sending it once does. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.includes(method)
}
