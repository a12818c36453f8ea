import { pointerOf } from '../../schema/json/pointer.ts'
import type { ProblemAnswer, ProblemContext } from '../options/app-options.ts'
import { type HttpProblem, problemKinds } from '../problems/problem.ts'

/**
 * Writes a problem in the default format: `application/problem+json` with the kind and a list of `errors`,
 * each with a JSON Pointer.
 * @see RFC 9457
 */
export function problemAnswer(
  problem: HttpProblem,
  { status }: Pick<ProblemContext, 'status'>,
): Required<ProblemAnswer> {
  const errors = problem.issues.map((issue) => ({
    location: issue.location,
    pointer: pointerOf(issue.path),
    detail: issue.issue.message,
  }))
  const body = {
    type: 'about:blank',
    title: problemKinds[problem.kind].title,
    status,
    detail: problem.detail,
    kind: problem.kind,
    ...(errors.length > 0 && { errors }),
  }
  return { status, body, headers: { 'content-type': 'application/problem+json' } }
}
