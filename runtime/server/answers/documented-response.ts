import type { OperationDescriptor, ResponseDescriptor } from '../../http/operation.ts'

/**
 * The response that the document declares for a status: the exact code, otherwise the range, otherwise
 * `default`.
 * @param status HTTP status, integer, 100 to 599.
 * @returns `undefined` if the status is undocumented.
 * @see OpenAPI 3.1.1, Responses Object
 */
export function documentedResponse(
  { responses }: OperationDescriptor,
  status: number,
): ResponseDescriptor | undefined {
  return responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']
}
