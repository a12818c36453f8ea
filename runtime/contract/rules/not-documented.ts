import type { OperationDescriptor } from '@concordat/runtime/http'
import { isUndocumentedClientError } from '../data/document/response-key.ts'
import type { Cause } from '../data/outcome/cause.ts'
import { undocumentedStatusWords } from '../data/outcome/kinds/said.ts'

/**
 * Describes an undocumented error response for a title, and marks it as a behavior that occurs everywhere.
 * Empty for other responses.
 */
export function undocumentedStatusFault(
  operation: OperationDescriptor,
  status: number,
): { readonly wrong?: string; readonly cause?: Cause } {
  return isUndocumentedClientError(operation, status)
    ? {
        wrong: undocumentedStatusWords(status, Object.keys(operation.responses)),
        cause: { kind: 'everywhere', what: 'undocumented status', of: [status] },
      }
    : {}
}
