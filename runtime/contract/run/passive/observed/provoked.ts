import { refusesFor } from '@concordat/runtime/http'

/**
 * True for a refusal that rules provoke with the form of a request, and that HTTP allows for any operation:
 * it need not be documented.
 */
export function isProvokedRefusal(status: number): boolean {
  return refusesFor(status, 'media type', 'method', 'acceptance', 'size')
}
