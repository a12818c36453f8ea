import type {
  HttpProblem,
  ProblemAnswer,
  ProblemContext,
  ProblemKind,
  RequestIssue,
} from '@concordat/runtime/server'
import {
  isDatabaseBusy,
  isDatabaseUnavailable,
  isDiskFull,
  isStatementTimeout,
} from '../database/unavailable.ts'
import { identifierError, validationError } from './issues.ts'
import { Refusal } from './refusal.ts'

/** The body of every error response. */
export interface ErrorBody {
  readonly type:
    | 'validation_error'
    | 'invalid_request'
    | 'authentication_error'
    | 'throttled_error'
    | 'server_error'
  /** The problem's code, for programs. */
  readonly code: string
  /** The problem's description, for people. */
  readonly detail: string
  /** The property that has the problem, if any; nested names are joined by two underscores. */
  readonly attr: string | null
}

/**
 * The code and sentence for each problem that the generated server detects. Issue lists have their own
 * sentences.
 */
const wording: Record<Exclude<ProblemKind, 'invalid-parameter' | 'invalid-body'>, Wording> = {
  'route-not-found': ['not_found', 'Not found.'],
  'method-not-allowed': ['method_not_allowed', (_, request) => `Method "${request.method}" not allowed.`],
  'credentials-missing': ['not_authenticated', 'Authentication credentials were not provided.'],
  'credentials-rejected': [
    'authentication_failed',
    'The personal API key in the Authorization header is invalid.',
  ],
  'scope-missing': [
    'permission_denied',
    ({ missingScopes: [scope] }) => `The personal API key lacks the scope "${scope}".`,
  ],
  'malformed-body': ['parse_error', 'The request body is incomplete or not valid JSON.'],
  'body-too-large': ['request_too_large', 'The request body is larger than 20 MB.'],
  'body-too-complex': ['request_too_large', ({ detail }) => detail.replace('body', 'request body')],
  'body-missing': ['required', 'This operation needs a request body.'],
  'unsupported-media-type': [
    'unsupported_media_type',
    // If the problem's headers list the supported content codings, the content coding is the problem.
    ({ detail, headers }, request) =>
      'accept-encoding' in headers
        ? detail
        : `Unsupported media type "${request.headers.get('content-type') ?? ''}" in request.`,
  ],
  'not-acceptable': ['not_acceptable', 'Could not satisfy the request Accept header.'],
  'not-found': ['not_found', 'Not found.'],
  forbidden: ['permission_denied', 'You do not have permission to perform this action.'],
  conflict: ['conflict', ({ detail }) => detail],
  'too-many-requests': ['throttled', ({ detail }) => detail],
  'handler-failed': ['error', 'A server error occurred.'],
  'response-invalid': ['error', 'A server error occurred.'],
  'not-implemented': ['not_implemented', ({ detail }) => detail],
}

type Wording = readonly [code: string, detail: string | ((problem: HttpProblem, request: Request) => string)]

/** A problem in the service's error format. */
interface WordedProblem extends ProblemAnswer {
  readonly status: number
  readonly body: ErrorBody
}

/** Converts a problem to the service's error format. */
export function problemAsRefusal(
  problem: HttpProblem,
  { request, status }: Pick<ProblemContext, 'request' | 'status'>,
): WordedProblem {
  // The cause of an incomplete body is ignored: it is an error of the caller's connection, which looks like
  // an error of the database's connection.
  const cause = problem.kind === 'malformed-body' ? undefined : problem.cause
  if (isDatabaseUnavailable(cause))
    return unavailableRefusal('unavailable', 'The database cannot be reached.')
  if (isDatabaseBusy(cause)) return unavailableRefusal('busy', 'The service is busy. Try again in a moment.')
  if (isDiskFull(cause)) return unavailableRefusal('storage_full', 'The database disk is full.')
  if (isStatementTimeout(cause)) return unavailableRefusal('timeout', 'The response took too long.')
  const body = bodyOf(problem, request)
  return answer(body.code === 'not_found' ? 404 : status, body)
}

function bodyOf(problem: HttpProblem, request: Request): Omit<ErrorBody, 'type'> {
  if (problem instanceof Refusal) {
    return { code: problem.code, detail: problem.detail, attr: problem.attr }
  }
  if (problem.kind === 'invalid-parameter' || problem.kind === 'invalid-body') {
    return issueBody(problem.issues[0], problem.detail)
  }
  const [code, detail] = wording[problem.kind]
  return { code, detail: typeof detail === 'string' ? detail : detail(problem, request), attr: null }
}

/**
 * Creates the body for an issue. An invalid value in the path is treated as an unknown item, unless it is a
 * person id.
 */
function issueBody(issue: RequestIssue | undefined, detail: string): Omit<ErrorBody, 'type'> {
  if (issue === undefined) return { code: 'invalid_input', detail, attr: null }
  const identifier = identifierError(issue)
  if (identifier !== undefined) return identifier
  if (issue.location === 'path') return { code: 'not_found', detail: 'Not found.', attr: null }
  return validationError(issue)
}

function answer(status: number, { code, detail, attr }: Omit<ErrorBody, 'type'>): WordedProblem {
  return { status, body: { type: typeOf(status, code), code, detail, attr } }
}

/** The response to a request that cannot be served now, but can be repeated unchanged in a second. */
export function unavailableRefusal(code: string, detail: string) {
  const body: ErrorBody = { type: 'server_error', code, detail, attr: null }
  return { status: 503, body, headers: { 'retry-after': '1' } } satisfies WordedProblem
}

function typeOf(status: number, code: string): ErrorBody['type'] {
  if (status === 401 || status === 403) return 'authentication_error'
  if (status === 429) return 'throttled_error'
  if (status >= 500) return 'server_error'
  return status === 400 && code !== 'parse_error' ? 'validation_error' : 'invalid_request'
}
