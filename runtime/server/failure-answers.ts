import type { AppOptions, FailureContext, ProblemAnswer } from './app-options.ts'
import { HttpProblem } from './problem.ts'
import { problemAnswer } from './problem-answer.ts'
import { mergeHeaders, toResponse } from './write-response.ts'

export interface FailureAnswers {
  /** Turns whatever was thrown into a response. Never throws. */
  readonly answerFailure: (error: unknown, context: FailureContext) => Response
  /** Tells the service. Never throws. */
  readonly report: (error: unknown, context: FailureContext) => void
}

/**
 * The end of every failed request. An HttpProblem is answered as the service words it. Anything else is told to `onError` and
 * becomes a 500 that shows nothing of it.
 */
export function createFailureAnswers<Principal>(
  options: Pick<AppOptions<object, Principal, unknown>, 'onError' | 'problemResponse'>,
): FailureAnswers {
  const { onError = logError, problemResponse = problemAnswer } = options

  function report(error: unknown, context: FailureContext): void {
    try {
      onError(error, context)
    } catch (failure) {
      logError(error)
      logError(failure)
    }
  }

  function word(problem: HttpProblem, context: FailureContext): ProblemAnswer {
    try {
      return problemResponse(problem, context.request)
    } catch (failure) {
      report(failure, context)
      return problemAnswer(new HttpProblem({ kind: 'handler-failed' }))
    }
  }

  function answerFailure(error: unknown, context: FailureContext): Response {
    const isProblem = error instanceof HttpProblem
    if (!isProblem || error.kind === 'response-invalid') report(error, context)
    const problem = isProblem ? error : new HttpProblem({ kind: 'handler-failed', cause: error })
    const { status, body, headers } = word(problem, context)
    const all = mergeHeaders({ ...problem.headers, ...headers }, 'application/json')
    return toResponse(
      { status, headers: all, body: JSON.stringify(body), mediaType: 'application/json' },
      context.request.method,
    )
  }

  return { answerFailure, report }
}

function logError(error: unknown): void {
  console.error(error)
}
