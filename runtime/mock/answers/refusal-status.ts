import { type OperationDescriptor, refusesFor } from '@concordat/runtime/http'
import type { HttpProblem, ProblemKind } from '@concordat/runtime/server'

/** Refusals of the caller always have their own status, documented or not. @see RFC 9110, 15.5.2 */
const ABOUT_THE_CALLER: readonly ProblemKind[] = [
  'credentials-missing',
  'credentials-rejected',
  'scope-missing',
]
/** Statuses for a refusal where the document lacks the best ones, the nearest first. */
const NEXT_BEST = [400, 422, 404, 403, 409, 410]
/** Subjects that no refusal of the mock has but those of the caller. */
const OTHERS = ['caller', 'precondition', 'state', 'pace', 'protocol'] as const

/** The status of a refusal: a documented one wherever the document has any that could be meant. */
export function refusalStatus(
  problem: HttpProblem,
  { status, operation }: { readonly status: number; readonly operation: OperationDescriptor },
): number {
  const { responses } = operation
  const has = (candidate: number): boolean => Object.hasOwn(responses, String(candidate))
  const isRanged = '4XX' in responses || 'default' in responses
  const isFailure = status < 400 || status >= 500
  if (ABOUT_THE_CALLER.includes(problem.kind))
    return has(status) && status !== 400 ? status : callerStatus(problem, has)
  if (isFailure) return status
  if (problem.kind === 'not-found')
    return [404, 403].find(has) ?? (isRanged ? 404 : (nextBest(operation) ?? 404))
  return has(status) || isRanged ? status : (nextBest(operation) ?? status)
}

/** The documented status that is the nearest to a refusal. */
function nextBest({ responses }: OperationDescriptor): number | undefined {
  const documented = Object.keys(responses)
    .filter((key) => /^4\d\d$/.test(key))
    .map(Number)
  const known = NEXT_BEST.find((status) => documented.includes(status))
  return known ?? documented.find((status) => !refusesFor(status, ...OTHERS))
}

function callerStatus({ kind }: HttpProblem, has: (status: number) => boolean): number {
  const statuses = kind === 'scope-missing' ? [403, 404] : [401, 403, 404]
  return statuses.find(has) ?? statuses[0] ?? 401
}
