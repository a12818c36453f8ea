import type { OperationDescriptor, SecuritySchemeDescriptor } from '../../http/operation.ts'
import type { BodyLimits } from '../bodies/body-limits.ts'
import type { HttpProblem } from '../problems/problem.ts'
import type { CorsOptions } from '../routing/cors.ts'
import type { ResponseHeaders } from './handler.ts'

/** A document's application as a web-platform fetch function, with its operations. It never rejects. */
export interface App {
  (request: Request): Promise<Response>
  readonly operations: readonly OperationDescriptor[]
}

/** Credentials received for one security scheme. */
export interface AuthenticationAttempt {
  /** Name of the security scheme, as in the document. */
  readonly scheme: string
  readonly descriptor: SecuritySchemeDescriptor
  /**
   * The bearer token or API key. For `http` basic, the decoded "user:password"; for any other `http` scheme,
   * the string after its name; empty for `mutualTLS`, which a Request does not show.
   */
  readonly credential: string
  readonly operation: OperationDescriptor
  /** Percent-decoded strings by parameter name, not yet validated. */
  readonly path: Readonly<Record<string, string>>
  readonly request: Request
}

export interface Authenticated<Principal> {
  readonly principal: Principal
  readonly scopes: readonly string[]
}

export interface AuthorizationAttempt<Principal> {
  readonly operation: OperationDescriptor
  /** Percent-decoded strings by parameter name, not yet validated. */
  readonly path: Readonly<Record<string, string>>
  /** `undefined` if no credentials are needed and none were sent. */
  readonly principal: Principal | undefined
  readonly scopes: readonly string[]
  readonly request: Request
}

/** A body that has been parsed but not yet validated. */
export interface BodyAttempt {
  readonly operation: OperationDescriptor
  /** A JSON value, an object of fields, a string, or a Blob, as the media type requires. */
  readonly body: unknown
  readonly request: Request
}

/** A problem in the service's own format. If `body` is `undefined`, the response has no body. */
export interface ProblemAnswer {
  /** Default: the context's. */
  readonly status?: number
  /** Sent as JSON; a string is sent unchanged if `content-type` names another media type. */
  readonly body: unknown
  /** `content-type` replaces "application/json". */
  readonly headers?: ResponseHeaders
}

export interface FailureContext {
  readonly request: Request
  /** Absent if the failure preceded routing. */
  readonly operation?: OperationDescriptor | undefined
}

/** A problem's context, and the status of its response. */
export interface ProblemContext extends FailureContext {
  /**
   * The status given when the problem was created or, if none was given, the one that the operation documents
   * for this kind of problem; if it documents none, the kind's usual status.
   */
  readonly status: number
}

/** Converts a problem to the service's own format. */
export type ProblemResponse = (problem: HttpProblem, context: ProblemContext) => ProblemAnswer

/** Required if the document's errors have their own body, which only the service can provide. */
export interface OwnProblems {
  readonly problemResponse: ProblemResponse
}

/**
 * Reaction to a response, including an error response, that violates the document: nothing, a call to
 * `onError`, or a 500. The server's own failures (5xx) are not checked against the document.
 */
export type ResponseValidation = 'off' | 'warn' | 'throw'

/** Runs before the query and body are parsed, so that strangers learn nothing from them. */
export type Authorize<Principal, Tenant> = (
  attempt: AuthorizationAttempt<Principal>,
) => Tenant | Promise<Tenant>

/** A service's options. `authorize` is required if a handler needs a tenant. */
export type AppOptions<Handlers, Principal, Tenant = undefined> = CommonOptions<Handlers, Principal, Tenant> &
  (undefined extends Tenant ? TenantOptions<Principal, Tenant> : Required<TenantOptions<Principal, Tenant>>)

interface TenantOptions<Principal, Tenant> {
  /**
   * Rejects a caller by throwing an HttpProblem, and returns the tenant. Required if a handler uses `tenant`.
   */
  readonly authorize?: Authorize<Principal, Tenant>
}

interface CommonOptions<Handlers, Principal, Tenant> {
  /** One function for each operation. */
  readonly handlers: Handlers
  /**
   * Identifies the holder of a credential, or returns `undefined` to reject it. Required if an operation has
   * a security requirement.
   */
  readonly authenticate?: (
    attempt: AuthenticationAttempt,
  ) => Authenticated<Principal> | undefined | Promise<Authenticated<Principal> | undefined>
  /**
   * Checks a parsed but not yet validated body; throws an HttpProblem to reject it. Can return a tenant,
   * which replaces the one from `authorize`.
   */
  readonly authorizeBody?: (attempt: BodyAttempt) => Tenant | undefined | Promise<Tenant | undefined>
  /**
   * Decides whether the held scopes cover the needed scope. Default: only the scope itself or "*" covers it.
   */
  readonly satisfies?: (held: readonly string[], needed: string) => boolean
  /** Writes the service's own error bodies. Default: `application/problem+json`. @see RFC 9457 */
  readonly problemResponse?: ProblemResponse
  /**
   * Receives exceptions other than HttpProblem, and responses that violate the document, with the request and
   * operation. Default: `console.error`.
   */
  readonly onError?: (error: unknown, context: FailureContext) => void
  /**
   * Origins whose pages are allowed to call the service from a browser. Default: none.
   */
  readonly cors?: CorsOptions
  /**
   * Adds `Cache-Control: no-store` to responses from secured operations, unless the handler sets that header.
   * Default: false.
   */
  readonly noStore?: boolean
  /** Checks responses against the document. Default: "warn"; "off" if `NODE_ENV` is "production". */
  readonly validateResponses?: ResponseValidation
  /** Maximum size of a request body, in bytes. Default: 20 MB (20 × 2^20). */
  readonly maxBodyBytes?: number
  /** Limits for a body's depth, properties, names, items and fields. Default: `DEFAULT_BODY_LIMITS`. */
  readonly bodyLimits?: Partial<BodyLimits>
  /** Maximum number of violations that validation finds. Default: 20. */
  readonly maxIssues?: number
  /** With "optional", the app serves "/pets/" like "/pets". Default: "exact". */
  readonly trailingSlash?: 'optional' | 'exact'
  /**
   * Path before the document's paths: "/v1", or "" for none. Default: the path of the document's first
   * server.
   */
  readonly basePath?: string
}
