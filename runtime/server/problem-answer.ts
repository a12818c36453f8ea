import type { ProblemAnswer } from './app-options.ts'
import { type HttpProblem, problemKinds, type RequestIssue } from './problem.ts'

/**
 * The default shape of a problem: `application/problem+json` with the kind and a list of `errors`, each with a JSON Pointer.
 * @see RFC 9457
 */
export function problemAnswer(problem: HttpProblem): ProblemAnswer {
  const errors = problem.issues.map((issue) => ({
    location: issue.location,
    pointer: pointerTo(issue),
    detail: issue.issue.message,
  }))
  const body = {
    type: 'about:blank',
    title: problemKinds[problem.kind].title,
    status: problem.status,
    detail: problem.detail,
    kind: problem.kind,
    ...(errors.length > 0 && { errors }),
  }
  return { status: problem.status, body, headers: { 'content-type': 'application/problem+json' } }
}

/** @see RFC 6901 */
function pointerTo({ path }: RequestIssue): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
