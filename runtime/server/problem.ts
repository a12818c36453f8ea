import type { Location } from '../http/operation.ts'
import type { Issue } from '../schema/schema.ts'

/** What went wrong, independent of how a service words it. The status is the default one. */
export const problemKinds = {
  'route-not-found': { status: 404, title: 'No operation has this path' },
  'method-not-allowed': { status: 405, title: 'The path does not support this method' },
  'credentials-missing': { status: 401, title: 'Credentials are missing' },
  'credentials-rejected': { status: 401, title: 'The credentials are not valid' },
  'scope-missing': { status: 403, title: 'The credentials lack a scope' },
  'malformed-body': { status: 400, title: 'The body cannot be parsed' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'body-too-complex': { status: 413, title: 'The body has too many parts' },
  'body-missing': { status: 400, title: 'The body is missing' },
  'unsupported-media-type': { status: 415, title: 'The media type of the body is not supported' },
  'not-acceptable': { status: 406, title: 'No acceptable media type can be answered' },
  'invalid-parameter': { status: 400, title: 'A parameter is not valid' },
  'invalid-body': { status: 400, title: 'The body is not valid' },
  'not-found': { status: 404, title: 'Not found' },
  forbidden: { status: 403, title: 'Forbidden' },
  conflict: { status: 409, title: 'Conflict with the current state' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'handler-failed': { status: 500, title: 'The server failed' },
  'response-invalid': { status: 500, title: 'The server made an answer that its document does not allow' },
  'not-implemented': { status: 501, title: 'Not implemented' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>

export type ProblemKind = keyof typeof problemKinds

/** One violated rule of the document's schemas, and where. */
export interface RequestIssue {
  readonly location: Location | 'body'
  /** Property names and array indexes. In a parameter's issue the first is the name of the parameter. */
  readonly path: readonly (string | number)[]
  readonly issue: Issue
  /** The value at fault; `undefined` when it is absent. */
  readonly value?: unknown
}

export interface ProblemDetails {
  readonly kind: ProblemKind
  /** Default: the kind's own. */
  readonly status?: number
  /** A sentence for the caller. Default: the kind's title. */
  readonly detail?: string
  readonly issues?: readonly RequestIssue[]
  /** Scopes that the operation needs and the credentials do not hold. */
  readonly missingScopes?: readonly string[]
  /** Sent with the answer, whatever body `problemResponse` gives it. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * A failure that becomes an answer. Handlers and hooks throw it anywhere; a service may extend it with its own members
 * and read them in `problemResponse`.
 */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem'
  readonly kind: ProblemKind
  readonly status: number
  readonly detail: string
  readonly issues: readonly RequestIssue[]
  readonly missingScopes: readonly string[]
  readonly headers: Readonly<Record<string, string>>

  constructor(details: ProblemDetails) {
    const { status, title } = problemKinds[details.kind]
    super(details.detail ?? `${title}.`, { cause: details.cause })
    this.kind = details.kind
    this.status = details.status ?? status
    this.detail = this.message
    this.issues = details.issues ?? []
    this.missingScopes = details.missingScopes ?? []
    this.headers = details.headers ?? {}
  }
}
