import { refusesFor } from '@concordat/runtime/http'

/**
 * True for the status of an error response that rules provoke with the form of a request, such as its method
 * or media type. HTTP allows it for any operation, so it need not be documented.
 */
export function isProvokedRefusal(status: number): boolean {
  return refusesFor(status, 'media type', 'method', 'acceptance', 'size')
}
