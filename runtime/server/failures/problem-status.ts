import type { OperationDescriptor } from '../../http/operation.ts'
import { refusesFor } from '../../http/refusal.ts'
import { responseFor } from '../../http/status.ts'
import { type HttpProblem, problemKinds } from '../problems/problem.ts'

/**
 * The status for a problem: the one given when it was created or, if none was given, the best documented
 * status for its kind. The best is the usual status, or one whose description names the problem's subject. A
 * document that has only 400 therefore gets no 415.
 * @param operation absent if the failure preceded routing.
 */
export function problemStatus(
  { status, kind }: Pick<HttpProblem, 'status' | 'kind'>,
  operation: OperationDescriptor | undefined,
): number {
  if (status !== undefined) return status
  const statuses: readonly [number, ...number[]] = problemKinds[kind].statuses
  const [usual] = statuses
  if (operation === undefined) return usual
  const documented = statuses.filter((each) => responseFor(operation.responses, each) !== undefined)
  const isMeant = (each: number): boolean =>
    each === usual || (operation.refusals?.[each]?.some((subject) => refusesFor(usual, subject)) ?? false)
  return documented.find(isMeant) ?? documented[0] ?? usual
}
