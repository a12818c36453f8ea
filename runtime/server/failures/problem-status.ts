import type { OperationDescriptor } from '../../http/operation.ts'
import { refusesFor } from '../../http/refusal.ts'
import { documentedResponse } from '../answers/documented-response.ts'
import { type HttpProblem, problemKinds } from '../problems/problem.ts'

/**
 * The status to answer a problem with: the one that was chosen when it was made, else the best of its kind's
 * that the operation documents: its usual one, or the one whose description names its subject. A document
 * that has only 400 gets no 415.
 * @param operation absent when the failure came before one was found.
 */
export function statusOf(
  { status, kind }: Pick<HttpProblem, 'status' | 'kind'>,
  operation: OperationDescriptor | undefined,
): number {
  if (status !== undefined) return status
  const statuses: readonly [number, ...number[]] = problemKinds[kind].statuses
  const [usual] = statuses
  if (operation === undefined) return usual
  const documented = statuses.filter((each) => documentedResponse(operation, each) !== undefined)
  const isMeant = (each: number): boolean =>
    each === usual || (operation.refusals?.[each]?.some((subject) => refusesFor(usual, subject)) ?? false)
  return documented.find(isMeant) ?? documented[0] ?? usual
}
