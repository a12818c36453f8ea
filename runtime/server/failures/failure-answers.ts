import { essence, isJson } from '../../http/media/media-type.ts'
import type { AnswerCheck } from '../answers/check-response.ts'
import { compileStandingHeaders } from '../answers/standing-headers.ts'
import { mergeHeaders, toResponse, type WrittenAnswer } from '../answers/write-response.ts'
import type { AppOptions, FailureContext, ProblemAnswer, ProblemContext } from '../options/app-options.ts'
import { HttpProblem } from '../problems/problem.ts'
import { problemAnswer } from './problem-answer.ts'
import { statusOf } from './problem-status.ts'

export interface FailureAnswers {
  /** Turns whatever was thrown into a response. Never throws. */
  readonly answerFailure: (error: unknown, failure: Failure) => Response
  /** Tells the service. Never throws. */
  readonly report: (error: unknown, context: FailureContext) => void
}

/** A failure, with what its operation's answers are held against. */
export interface Failure extends FailureContext {
  /** Absent when the failure came before the operation was compiled. */
  readonly checkAnswer?: AnswerCheck | undefined
}

type Options = Pick<
  AppOptions<object, unknown, unknown>,
  'noStore' | 'onError' | 'problemResponse' | 'validateResponses'
>

/**
 * The end of every failed request. An HttpProblem is answered as the service words it. Anything else is told to `onError` and
 * becomes a 500 that shows nothing of it.
 */
export function createFailureAnswers(options: Options): FailureAnswers {
  const {
    onError = logError,
    problemResponse = problemAnswer,
    validateResponses = 'off',
    noStore = false,
  } = options
  const standing = compileStandingHeaders(noStore)

  function report(error: unknown, context: FailureContext): void {
    try {
      onError(error, context)
    } catch (failure) {
      logError(error)
      logError(failure)
    }
  }

  function word(problem: HttpProblem, context: ProblemContext): ProblemAnswer & { readonly status: number } {
    try {
      return { status: context.status, ...problemResponse(problem, context) }
    } catch (failure) {
      report(failure, context)
      return problemAnswer(new HttpProblem({ kind: 'handler-failed' }), { status: 500 })
    }
  }

  function write(problem: HttpProblem, { request, operation }: FailureContext): WrittenAnswer {
    const context = { request, operation, status: statusOf(problem, operation) }
    const { status, body, headers } = word(problem, context)
    const own = { ...problem.headers, ...headers }
    if (body === undefined)
      return { status, headers: mergeHeaders(own, undefined), body: null, mediaType: undefined }
    const all = mergeHeaders(own, 'application/json')
    const mediaType = essence(new Headers(all).get('content-type'))
    const isText = typeof body === 'string' && !isJson(mediaType)
    return { status, headers: all, body: isText ? body : JSON.stringify(body), mediaType }
  }

  function answerFailure(error: unknown, { checkAnswer, ...context }: Failure): Response {
    const { method } = context.request
    const isProblem = error instanceof HttpProblem
    if (!isProblem || error.kind === 'response-invalid') report(error, context)
    const problem = isProblem ? error : new HttpProblem({ kind: 'handler-failed', cause: error })
    const answer = write(problem, context)
    const isHeld = validateResponses !== 'off' && answer.status < 500
    const breach = isHeld ? checkAnswer?.(answer) : undefined
    if (breach === undefined) return toResponse(answer, method, standing(context.operation))
    report(breach, context)
    const told = validateResponses === 'throw' ? write(breach, context) : answer
    return toResponse(told, method, standing(context.operation))
  }

  return { answerFailure, report }
}

function logError(error: unknown): void {
  console.error(error)
}
