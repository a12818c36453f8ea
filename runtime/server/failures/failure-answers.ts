import { isJson, mediaTypeEssence } from '../../http/media/media-type.ts'
import { responseFor } from '../../http/status.ts'
import type { AnswerCheck } from '../answers/check-response.ts'
import { compileStandingHeaders } from '../answers/standing-headers.ts'
import { answerToMethod, mergeAnswerHeaders, type WrittenAnswer } from '../answers/write-response.ts'
import type { AppOptions, FailureContext, ProblemAnswer, ProblemContext } from '../options/app-options.ts'
import { responseValidation } from '../options/response-validation.ts'
import { HttpProblem } from '../problems/problem.ts'
import { problemAnswer } from './problem-answer.ts'
import { problemStatus } from './problem-status.ts'

export interface FailureAnswers {
  /** Converts anything that was thrown to a response. Never throws. */
  readonly answerFailure: (error: unknown, failure: Failure) => WrittenAnswer
  /** Reports a failure to the service. Never throws. */
  readonly report: (error: unknown, context: FailureContext) => void
}

/** A failure, with its operation's response check. */
export interface Failure extends FailureContext {
  /** Absent if the failure occurred before the operation was compiled. */
  readonly checkAnswer?: AnswerCheck | undefined
}

type Options = Pick<
  AppOptions<object, unknown, unknown>,
  'noStore' | 'onError' | 'problemResponse' | 'validateResponses'
>

/** Maximum number of distinct violations by error responses that are reported; documents have fewer. */
const MOST_TOLD = 1000

/**
 * Handles every failed request. An HttpProblem is answered in the service's format. Any other error is passed
 * to `onError` and answered with a 500 without details.
 */
export function createFailureAnswers(options: Options): FailureAnswers {
  const { onError, problemResponse = problemAnswer, noStore = false } = options
  const validateResponses = responseValidation(options)
  const standingOf = compileStandingHeaders(noStore)
  const { report, reportOnce } = reportsTo(onError)

  function word(problem: HttpProblem, context: ProblemContext): ProblemAnswer & { readonly status: number } {
    try {
      return { status: context.status, ...problemResponse(problem, context) }
    } catch (failure) {
      report(failure, context)
      return problemAnswer(new HttpProblem({ kind: 'handler-failed' }), { status: 500 })
    }
  }

  function write(problem: HttpProblem, { request, operation }: FailureContext): WrittenAnswer {
    const context = { request, operation, status: problemStatus(problem, operation) }
    const { status, body, headers } = word(problem, context)
    const own = { ...problem.headers, ...headers }
    const standing = standingOf(operation)
    if (body === undefined)
      return { status, headers: mergeAnswerHeaders(own, standing), body: null, mediaType: undefined }
    const all = mergeAnswerHeaders(own, { ...standing, 'content-type': 'application/json' })
    const mediaType = mediaTypeEssence(String(all['content-type']))
    const isText = typeof body === 'string' && !isJson(mediaType)
    return { status, headers: all, body: isText ? body : JSON.stringify(body), mediaType }
  }

  function answerFailure(error: unknown, { checkAnswer, ...context }: Failure): WrittenAnswer {
    const { method } = context.request
    const isProblem = error instanceof HttpProblem
    if (!isProblem || error.kind === 'response-invalid') report(error, context)
    const problem = isProblem ? error : new HttpProblem({ kind: 'handler-failed', cause: error })
    const answer = write(problem, context)
    const isHeld = validateResponses !== 'off' && answer.status < 500
    const breach = isHeld ? checkAnswer?.(describedPart(answer, context.operation)) : undefined
    if (breach === undefined) return answerToMethod(method, answer)
    if (validateResponses === 'throw') report(breach, context)
    else reportOnce(breach, context)
    const isReplaced = validateResponses === 'throw' && !isOfCaller(problem, { ...context, answer })
    return answerToMethod(method, isReplaced ? write(breach, context) : answer)
  }

  return { answerFailure, report }
}

/**
 * The response without its body if the document describes no body for the status: many documents describe
 * only when an error occurs, and an explanation in the body violates none of them.
 */
function describedPart(answer: WrittenAnswer, operation: FailureContext['operation']): WrittenAnswer {
  const response = operation && responseFor(operation.responses, answer.status)
  if (response === undefined || response.content !== undefined) return answer
  return { ...answer, body: null, mediaType: undefined }
}

/** Creates functions that report failures through `onError`, or to the console if `onError` itself fails. */
function reportsTo(onError: NonNullable<Options['onError']> = logError) {
  /**
   * Violations by error responses that have already been reported, because callers can repeat them as often
   * as they like.
   */
  const told = new Set<string>()

  function report(error: unknown, context: FailureContext): void {
    try {
      onError(error, context)
    } catch (failure) {
      logError(error)
      logError(failure)
    }
  }

  function reportOnce(breach: HttpProblem, context: FailureContext): void {
    if (told.has(breach.detail) || told.size === MOST_TOLD) return
    told.add(breach.detail)
    report(breach, context)
  }

  return { report, reportOnce }
}

/**
 * True for bad credentials whose status is undocumented, because HTTP itself prescribes the response to them.
 * @see RFC 9110, 15.5.2
 */
function isOfCaller(
  { kind }: HttpProblem,
  { operation, answer: { status } }: { operation?: FailureContext['operation']; answer: WrittenAnswer },
): boolean {
  const isAboutCaller =
    kind === 'credentials-missing' || kind === 'credentials-rejected' || kind === 'scope-missing'
  return isAboutCaller && operation !== undefined && responseFor(operation.responses, status) === undefined
}

function logError(error: unknown): void {
  console.error(error)
}
