import type { OperationDescriptor } from '../../http/operation.ts'
import { documentedResponse } from '../answers/documented-response.ts'
import { type HttpProblem, problemKinds } from '../problems/problem.ts'

/**
 * The status of a problem's answer: the one chosen at its creation, else the best of its kind's that the
 * operation documents. A document that has only 400 gets no 415.
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
