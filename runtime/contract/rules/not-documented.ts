import type { OperationDescriptor } from '@concordat/runtime/http'
import { documentedInstead } from '../data/document/response-key.ts'
import type { Cause } from '../data/outcome/cause.ts'

/**
 * Describes an undocumented error response for a title, such as "returns 404, which is not documented (200
 * and 422 are)", and marks it as a behavior that occurs everywhere. Empty for other responses.
 */
export function undocumentedStatusFault(
  operation: OperationDescriptor,
  status: number,
): { readonly wrong?: string; readonly cause?: Cause } {
  if (documentedInstead(operation, status) === undefined) return {}
  const keys = Object.keys(operation.responses)
  const list = [keys.slice(0, -1).join(', '), keys.at(-1)].filter((part) => part !== '').join(' and ')
  return {
    wrong: `returns ${status}, which is not documented (${list} ${keys.length === 1 ? 'is' : 'are'})`,
    cause: { kind: 'everywhere', what: `status ${status} not documented` },
  }
}
