import type { OperationDescriptor, SecuritySchemeDescriptor } from '../../http/operation.ts'
import type { BodyLimits } from '../bodies/body-limits.ts'
import type { HttpProblem } from '../problems/problem.ts'
import type { CorsOptions } from '../routing/cors.ts'
import type { ResponseHeaders } from './handler.ts'

/** A document's application as a function of the web platform, with its operations. It never rejects. */
export interface App {
  (request: Request): Promise<Response>
  readonly operations: readonly OperationDescriptor[]
}

/** Credentials received for one security scheme. */
export interface AuthenticationAttempt {
  /** Name of the security scheme in the document. */
  readonly scheme: string
  readonly descriptor: SecuritySchemeDescriptor
  /**
   * The bearer token or API key. For `http` basic, the decoded "user:password"; for another `http` scheme,
   * the text after its name; empty for `mutualTLS`, which a Request does not show.
   */
  readonly credential: string
  readonly operation: OperationDescriptor
  /** Percent-decoded texts by parameter name, not validated yet. */
  readonly path: Readonly<Record<string, string>>
  readonly request: Request
}

export interface Authenticated<Principal> {
  readonly principal: Principal
  readonly scopes: readonly string[]
}

export interface AuthorizationAttempt<Principal> {
  readonly operation: OperationDescriptor
  /** Percent-decoded texts by parameter name, not validated yet. */
  readonly path: Readonly<Record<string, string>>
  /** `undefined` if no credentials are needed and none were sent. */
  readonly principal: Principal | undefined
  readonly scopes: readonly string[]
  readonly request: Request
}

/** A body that is parsed but not validated yet. */
export interface BodyAttempt {
  readonly operation: OperationDescriptor
  /** JSON value, object of fields, text, or a Blob, whatever the document declares. */
  readonly body: unknown
  readonly request: Request
}

/** A problem in the service's own format. The body is sent as JSON; `undefined` means no body. */
export interface ProblemAnswer {
  /** Default: the context's. */
  readonly status?: number
  /** Sent as JSON; a text is sent unchanged if `content-type` names another media type. */
  readonly body: unknown
  /** `content-type` replaces "application/json". */
  readonly headers?: ResponseHeaders
}

export interface FailureContext {
  readonly request: Request
  /** Absent if the failure preceded routing. */
  readonly operation?: OperationDescriptor | undefined
}

/** Context of a problem, and the status of its response. */
export interface ProblemContext extends FailureContext {
  /**
   * Status given when the problem was created, else the one that the operation documents for this kind of
   * problem.
   */
  readonly status: number
}

/** Converts a problem to the service's own format. */
export type ProblemResponse = (problem: HttpProblem, context: ProblemContext) => ProblemAnswer

/** Required if the document's errors have their own body, which only the service can fill. */
export interface OwnProblems {
  readonly problemResponse: ProblemResponse
}

/**
 * Reaction to a response, or refusal, that violates the document: nothing, a call of `onError`, or a 500.
 * Failures of the server itself, 5xx, are not checked against the document.
 */
export type ResponseValidation = 'off' | 'warn' | 'throw'

/**
 * Refuses by throwing an HttpProblem, and returns the value of `context.tenant`: the only place for tenancy.
 * It runs before query and body are parsed, so that strangers learn nothing from them.
 */
export type Authorize<Principal, Tenant> = (attempt: AuthorizationAttempt<Principal>) => Promise<Tenant>

/** The options of a service. `authorize` is required if a handler needs a tenant. */
export type AppOptions<Handlers, Principal, Tenant = undefined> = CommonOptions<Handlers, Principal, Tenant> &
  (undefined extends Tenant
    ? { readonly authorize?: Authorize<Principal, Tenant> }
    : { readonly authorize: Authorize<Principal, Tenant> })

interface CommonOptions<Handlers, Principal, Tenant> {
  /** One function for each operation, under the name it has in generated code. */
  readonly handlers: Handlers
  /**
   * Identifies the holder of a credential; `undefined` refuses it. Required if an operation has a security
   * requirement.
   */
  readonly authenticate?: (attempt: AuthenticationAttempt) => Promise<Authenticated<Principal> | undefined>
  /**
   * Checks credentials in a parsed body before it is validated; throws an HttpProblem to refuse it. The
   * returned tenant replaces that of `authorize`.
   */
  readonly authorizeBody?: (attempt: BodyAttempt) => Promise<Tenant | undefined>
  /** Decides if the held scopes cover the needed one. Default: the scope itself or "*". */
  readonly satisfies?: (held: readonly string[], needed: string) => boolean
  /** Writes the service's own error bodies. Default: `application/problem+json`. @see RFC 9457 */
  readonly problemResponse?: ProblemResponse
  /**
   * Receives exceptions other than HttpProblem, and responses that break the
   * document. Default: `console.error`.
   */
  readonly onError?: (error: unknown, context: FailureContext) => void
  /** Pages of other origins that may call from a browser. Default: none, and no CORS headers. */
  readonly cors?: CorsOptions
  /**
   * Adds `Cache-Control: no-store` to responses from secured operations, unless the handler sets that header.
   * Default: false.
   */
  readonly noStore?: boolean
  /** Checks responses against the document. Default: "warn"; "off" if `NODE_ENV` is "production". */
  readonly validateResponses?: ResponseValidation
  /** Bytes of a request body. Default: 20 MB (20 × 2^20). */
  readonly maxBodyBytes?: number
  /** Limits for the parts of a body: depth, members, items, fields. Default: `DEFAULT_BODY_LIMITS`. */
  readonly bodyLimits?: Partial<BodyLimits>
  /** Violations that a refusal lists; validation stops there. Default: 20. */
  readonly maxIssues?: number
  /** Also serves "/pets/" as "/pets" if "optional". Default: "exact". */
  readonly trailingSlash?: 'optional' | 'exact'
  /**
   * Path in front of the document's paths: "/v1", or "" for none. Default: the path
   * of the document's first server.
   */
  readonly basePath?: string
}
