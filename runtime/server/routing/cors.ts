import type { DocumentDescriptor, OperationDescriptor } from '../../http/operation.ts'
import type { Incoming } from '../incoming/incoming.ts'

interface CommonCorsOptions {
  /** Undocumented response headers that pages are also allowed to read. */
  readonly exposedHeaders?: readonly string[]
  /**
   * Undocumented request headers that pages are also allowed to send; "any" allows all headers.
   */
  readonly allowedHeaders?: readonly string[] | 'any'
  /**
   * Maximum time for which a browser can cache a preflight, in seconds. Default: the browser's own limit,
   * usually 5.
   */
  readonly maxAgeSeconds?: number
}

/** Allows pages of any origin, without the browser's credentials. */
export interface CorsForAll extends CommonCorsOptions {
  readonly origins: '*'
  readonly credentials?: false
}

/**
 * Allows some origins, written as browsers send them: "https://app.example:8443", without a trailing slash.
 */
export interface CorsForSome extends CommonCorsOptions {
  /** Origins as browsers send them, or a function that returns true for an allowed origin. */
  readonly origins: readonly string[] | ((origin: string) => boolean | Promise<boolean>)
  /** Lets browsers send cookies and other credentials. Default: false. */
  readonly credentials?: boolean
}

/**
 * Origins whose pages are allowed to call the application from a browser. @see Fetch Standard, CORS protocol
 */
export type CorsOptions = CorsForAll | CorsForSome

/** The router's result for a preflight's path. */
export interface PreflightMatch {
  readonly allow: readonly string[]
  /** Absent if the path does not support the requested method. */
  readonly operation: OperationDescriptor | undefined
  /** The names of the headers that the page wants to send, as the browser sent them. */
  readonly asked: string | null
}

/** A response's headers by lower-case name. */
type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>
type GrantHeaders = Readonly<Record<string, string>>

export interface Cors {
  /**
   * Checks a request's origin before anything else.
   * @returns headers for any response to the request. Rejects if the function for origins does.
   */
  readonly judge: (incoming: Incoming) => Promise<GrantHeaders>
  /**
   * The headers of a preflight response: the path's methods, and the request headers that pages are allowed
   * to send.
   */
  readonly preflight: (match: PreflightMatch) => GrantHeaders
  /**
   * Adds the origin's headers to a response, and lists the response headers that a page is allowed to read.
   */
  readonly show: (
    given: AnswerHeaders,
    grant: { readonly granted: GrantHeaders; readonly operation?: OperationDescriptor | undefined },
  ) => AnswerHeaders
}

/**
 * The method that a preflight requests; `undefined` for any other request. @see Fetch Standard,
 * CORS-preflight request
 */
export function preflightMethod(incoming: Incoming): string | undefined {
  if (incoming.method !== 'OPTIONS' || incoming.header('origin') === null) return undefined
  return incoming.header('access-control-request-method') ?? undefined
}

/**
 * Compiles the rules for origins.
 * @throws TypeError for origins that no browser sends, for credentials combined with all origins, and for an
 * invalid age or header name.
 */
export function compileCors(options: CorsOptions, document: DocumentDescriptor): Cors {
  assertUsable(options)
  const { origins, credentials = false, exposedHeaders = [], allowedHeaders = [], maxAgeSeconds } = options
  const listed = typeof origins === 'object' ? new Set(origins) : undefined

  async function isAllowed(origin: string): Promise<boolean> {
    // "null" identifies nobody: it is the origin of any page that hides its origin.
    if (origin === 'null') return false
    return listed?.has(origin) ?? (typeof origins === 'function' && (await origins(origin)))
  }

  return {
    async judge(incoming): Promise<Readonly<Record<string, string>>> {
      if (origins === '*') return { [allowOrigin]: '*' }
      // Tells caches that responses differ by origin, even if this request has no origin.
      const vary = 'Origin'
      const origin = incoming.header('origin')
      if (origin === null || !(await isAllowed(origin))) return { vary }
      return {
        vary,
        [allowOrigin]: origin,
        ...(credentials && { 'access-control-allow-credentials': 'true' }),
      }
    },
    preflight({ allow, operation, asked }) {
      const documented = operation === undefined ? [] : requestHeaders(operation, document)
      const others = allowedHeaders === 'any' ? namesIn(asked) : allowedHeaders
      const names = distinct([...documented, ...others])
      return {
        vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
        'access-control-allow-methods': allow.join(', '),
        ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
        ...(maxAgeSeconds !== undefined && { 'access-control-max-age': String(maxAgeSeconds) }),
      }
    },
    show(given, { granted, operation }) {
      const names = distinct([...responseHeaders(operation), ...exposedHeaders])
      const isShown = names.length > 0 && granted[allowOrigin] !== undefined
      const { vary } = given
      return {
        ...given,
        ...granted,
        ...(vary !== undefined && granted['vary'] !== undefined && { vary: `${vary}, ${granted['vary']}` }),
        ...(isShown && { 'access-control-expose-headers': names.join(', ') }),
      }
    },
  }
}

const allowOrigin = 'access-control-allow-origin'

/** @see Fetch Standard, Access-Control-Request-Headers */
function namesIn(list: string | null): string[] {
  return (list ?? '').split(',').flatMap((name) => name.trim() || [])
}

/**
 * Headers that an operation's caller might have to send: its parameters, the body's type, and its
 * credentials.
 */
function requestHeaders(
  { parameters = [], requestBody, security = [] }: OperationDescriptor,
  { securitySchemes }: DocumentDescriptor,
): string[] {
  const schemes = security.flatMap(Object.keys).map((scheme) => securitySchemes[scheme])
  return distinct([
    ...parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    ...(requestBody === undefined ? [] : ['Content-Type']),
    ...schemes.flatMap((scheme) => {
      if (scheme === undefined || scheme.type === 'mutualTLS') return []
      if (scheme.type !== 'apiKey') return ['Authorization']
      return scheme.in === 'header' && scheme.name !== undefined ? [scheme.name] : []
    }),
  ])
}

function responseHeaders(operation: OperationDescriptor | undefined): string[] {
  return Object.values(operation?.responses ?? {}).flatMap(({ headers = {} }) => Object.keys(headers))
}

/** The header names without duplicates, each as it was first written. */
function distinct(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed()
}

function assertUsable(options: CorsOptions): void {
  const { origins, credentials, exposedHeaders = [], allowedHeaders = [], maxAgeSeconds = 0 } = options
  if (origins === '*' && credentials) {
    throw new TypeError(
      'cors: the origin "*" cannot be combined with credentials, because any page could then act as the user viewing it. List the allowed origins.',
    )
  }
  for (const origin of typeof origins === 'object' ? origins : []) {
    const expected = URL.canParse(origin) ? new URL(origin).origin : 'null'
    if (origin === expected && origin !== 'null') continue
    const example = expected === 'null' ? 'https://app.example' : expected
    throw new TypeError(
      `cors: "${origin}" is not an origin in the form that browsers send. Expected: "${example}".`,
    )
  }
  const named = [...exposedHeaders, ...(allowedHeaders === 'any' ? [] : allowedHeaders)]
  const wrong = named.find((name) => name === '*' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
  if (wrong !== undefined) throw new TypeError(`cors: "${wrong}" is not a valid header name.`)
  if (!Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0) {
    throw new TypeError(
      `cors: maxAgeSeconds is ${maxAgeSeconds}. Expected: a whole number of seconds, 0 or more.`,
    )
  }
}
