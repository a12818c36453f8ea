import type { Location } from '../../http/operation.ts'
import type { Issue } from '../../schema/schema.ts'

/**
 * Kinds of problems, independent of a service's format. The statuses are listed best first. The response has
 * the best one that the operation documents or, if it documents none of them, the first in the list.
 */
export const problemKinds = {
  'route-not-found': { statuses: [404], title: 'No operation has this path' },
  'method-not-allowed': { statuses: [405], title: 'The path does not support this method' },
  'credentials-missing': { statuses: [401, 403], title: 'Credentials are missing' },
  'credentials-rejected': { statuses: [401, 403], title: 'The credentials are not valid' },
  'scope-missing': { statuses: [403, 401], title: 'The credentials lack a scope' },
  'malformed-body': { statuses: [400, 422], title: 'The body cannot be parsed' },
  'body-too-large': { statuses: [413, 400, 422], title: 'The body is too large' },
  'body-too-complex': { statuses: [413, 400, 422], title: 'The body is too complex' },
  'body-missing': { statuses: [400, 422], title: 'The body is missing' },
  'unsupported-media-type': {
    statuses: [415, 400, 422],
    title: 'The format of the body is not supported',
  },
  'not-acceptable': { statuses: [406, 400], title: 'No acceptable media type is available' },
  'invalid-parameter': { statuses: [400, 422, 404], title: 'A parameter is not valid' },
  'invalid-body': { statuses: [400, 422], title: 'The body is not valid' },
  'not-found': { statuses: [404, 400], title: 'Not found' },
  forbidden: { statuses: [403, 404], title: 'Forbidden' },
  conflict: { statuses: [409, 400, 422], title: 'Conflict with the current state' },
  'too-many-requests': { statuses: [429, 503], title: 'Too many requests' },
  'handler-failed': { statuses: [500], title: 'The server failed' },
  'response-invalid': {
    statuses: [500],
    title: 'The server produced a response that its document does not allow',
  },
  'not-implemented': { statuses: [501], title: 'Not implemented' },
} as const

export type ProblemKind = keyof typeof problemKinds

/** One violation of the document's schemas, and its location. */
export interface RequestIssue {
  readonly location: Location | 'body'
  /** Property names and array indexes. For a parameter's issue, the first is the parameter's name. */
  readonly path: readonly (string | number)[]
  readonly issue: Issue
  /** The invalid value; `undefined` if it is absent. */
  readonly value?: unknown
}

export interface ProblemDetails {
  readonly kind: ProblemKind
  /** Default: the best of the kind's statuses that the operation documents. */
  readonly status?: number
  /** A sentence for the caller. Default: the kind's title. */
  readonly detail?: string
  readonly issues?: readonly RequestIssue[]
  /** Scopes that the operation requires and the credentials lack. */
  readonly missingScopes?: readonly string[]
  /** Headers sent with the response, whatever body `problemResponse` creates. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * A failure that becomes a response. Handlers and hooks can throw it anywhere. A service can extend it with
 * its own properties and read them in `problemResponse`.
 */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem'
  readonly kind: ProblemKind
  /**
   * The status given when the problem was created; `undefined` if none was given, so that the document
   * determines it.
   */
  readonly status: number | undefined
  readonly detail: string
  readonly issues: readonly RequestIssue[]
  readonly missingScopes: readonly string[]
  readonly headers: Readonly<Record<string, string>>

  constructor(details: ProblemDetails) {
    super(details.detail ?? `${problemKinds[details.kind].title}.`, { cause: details.cause })
    this.kind = details.kind
    this.status = details.status
    this.detail = this.message
    this.issues = details.issues ?? []
    this.missingScopes = details.missingScopes ?? []
    this.headers = details.headers ?? {}
  }
}
