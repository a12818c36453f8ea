import { refusesFor } from '@concordat/runtime/http'

/**
 * True for a refusal that rules provoke by the form of a request, and that HTTP has for any operation: no
 * document has to name it.
 */
export function isProvoked(status: number): boolean {
  return refusesFor(status, 'media type', 'method', 'acceptance', 'size')
}
