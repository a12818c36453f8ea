import type { OperationDescriptor } from '../../http/operation.ts'
import { documentedResponse } from '../answers/documented-response.ts'
import { type HttpProblem, problemKinds } from '../problems/problem.ts'

/**
 * The status to answer a problem with: the one that was chosen when it was made, else the best of its kind's that the operation
 * documents. A document that has only 400 gets no 415.
 * @param operation absent when the failure came before one was found.
 */
export function statusOf(
  { status, kind }: Pick<HttpProblem, 'status' | 'kind'>,
  operation: OperationDescriptor | undefined,
): number {
  if (status !== undefined) return status
  const statuses: readonly [number, ...number[]] = problemKinds[kind].statuses
  const documented = operation && statuses.find((each) => documentedResponse(operation, each) !== undefined)
  return documented ?? statuses[0]
}
