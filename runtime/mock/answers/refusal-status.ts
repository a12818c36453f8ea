import {
  mayRefuseFor,
  type OperationDescriptor,
  type RefusalSubject,
  refusalCertainty,
  refusesFor,
  usuallyRefusesFor,
} from '@concordat/runtime/http'
import { type HttpProblem, type ProblemKind, problemKinds } from '@concordat/runtime/server'

/**
 * Errors that concern the caller. If their own status is not documented, `callerStatus` determines the
 * status. @see RFC 9110, 15.5.2
 */
const ABOUT_THE_CALLER: readonly ProblemKind[] = [
  'credentials-missing',
  'credentials-rejected',
  'scope-missing',
]
/**
 * Subjects of the mock's other errors, by preference. If the document has no response for an error's own
 * status, its response for the first of these subjects that it documents is used.
 */
const SUBJECTS = ['content', 'absence', 'conflict', 'method', 'acceptance', 'media type', 'size'] as const

/** Returns the status of an error response: a documented one, if any can have this meaning. */
export function refusalStatus(
  problem: HttpProblem,
  { status, operation }: { readonly status: number; readonly operation: OperationDescriptor },
): number {
  const { responses } = operation
  const has = (candidate: number): boolean => Object.hasOwn(responses, String(candidate))
  const isRanged = '4XX' in responses || 'default' in responses
  const isFailure = status < 400 || status >= 500
  if (ABOUT_THE_CALLER.includes(problem.kind))
    return has(status) && !mayRefuseFor(status, 'content') ? status : callerStatus(problem, operation)
  if (isFailure) return status
  if (problem.kind !== 'not-found')
    return has(status) || isRanged ? status : (nearest(operation, SUBJECTS) ?? status)
  const [usual] = problemKinds[problem.kind].statuses
  // A conflict would say that the item exists.
  return nearest(operation, ['absence']) ?? (isRanged ? usual : (nearest(operation, ['content']) ?? usual))
}

/** Documented statuses of refusals. */
function refusalsOf({ responses }: OperationDescriptor): readonly number[] {
  return Object.keys(responses)
    .filter((key) => /^4\d\d$/.test(key))
    .map(Number)
}

/**
 * Returns the documented status for the first of these subjects that has one: preferably the usual status,
 * then one that certainly concerns the subject, then one that may concern it.
 */
function nearest(operation: OperationDescriptor, subjects: readonly RefusalSubject[]): number | undefined {
  const documented = refusalsOf(operation)
  const isAbout = (status: number, subject: RefusalSubject) => refusalCertainty(operation, status, subject)
  for (const subject of subjects) {
    const found =
      documented.find((status) => usuallyRefusesFor(status, subject)) ??
      documented.find((status) => isAbout(status, subject) === 'surely') ??
      documented.find((status) => isAbout(status, subject) !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns the status for a caller who is rejected. If only the scope is missing, no status that requests a
 * credential is used, because the credential itself is known.
 */
function callerStatus({ kind }: HttpProblem, operation: OperationDescriptor): number {
  const isKnown = kind === 'scope-missing'
  const ofCaller = refusalsOf(operation).find(
    (status) => mayRefuseFor(status, 'caller') && !(isKnown && refusesFor(status, 'caller')),
  )
  const hiding = refusalsOf(operation).find((status) => usuallyRefusesFor(status, 'absence'))
  return ofCaller ?? hiding ?? problemKinds[kind].statuses[0]
}
