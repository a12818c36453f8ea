import { refusesFor } from '@concordat/runtime/http'

/**
 * True for a rejection that rules provoke by the form of a request and that HTTP allows for any operation, so
 * that it need not be documented.
 */
export function isProvokedRefusal(status: number): boolean {
  return refusesFor(status, 'media type', 'method', 'acceptance', 'size')
}
