// biome-ignore-all lint/suspicious/noUnsafeDeclarationMerging: the base class assigns what an interface adds.
// Fields would be set twice, and Babel, as Metro calls it, refuses "declare".

/** A failed call. */
export interface CallContext {
  readonly operationId: string
  readonly method: string
  /** URL as it was sent, but without credentials that the client added to its query. */
  readonly url: string
}

/**
 * Base class for errors about a call's response, or the lack of one. If the caller's own signal aborts the
 * call, the signal's reason is thrown instead.
 */
export class ClientError extends Error {
  override readonly name: string = 'ClientError'

  /** @param details the error's cause, and additional members. */
  constructor(
    { operationId, method, url }: CallContext,
    fact: string,
    details?: ErrorOptions & Readonly<Record<string, unknown>>,
  ) {
    super(`${method} ${pathOf(url)} (${operationId}) ${fact}`, details)
    Object.assign(this, details, { operationId, method, url })
  }
}
export interface ClientError {
  readonly operationId: string
  readonly method: string
  readonly url: string
}

/** No response, or an incomplete one. `cause` is what `fetch` or reading the body threw. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError'

  constructor(context: CallContext, cause: unknown) {
    super(context, `got no complete response: ${reasonOf(cause)}`, { cause })
  }
}

/** An attempt took longer than `timeoutMs`, including reading the response unless it is a stream. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError'

  constructor(context: CallContext, timeoutMs: number) {
    super(context, `took longer than ${timeoutMs} ms`, { timeoutMs })
  }
}
export interface TimeoutError {
  /** Milliseconds. */
  readonly timeoutMs: number
}

/**
 * The response is declared as JSON but is not valid JSON, a success lacks its declared body, or an item of a
 * stream cannot be read. `text` is the received body or item.
 */
export class ParseError extends ClientError {
  override readonly name = 'ParseError'

  constructor(
    context: CallContext,
    answer: { readonly status: number; readonly text: string },
    cause: unknown,
  ) {
    const fact = `returned ${answer.status} with an unreadable body: ${reasonOf(cause)}`
    super(context, fact, { ...answer, cause })
  }
}
export interface ParseError {
  readonly status: number
  readonly text: string
}

/** A string or number in the response does not have its format. `body` is the received body. */
export class FormatError extends ClientError {
  override readonly name = 'FormatError'

  constructor(
    context: CallContext,
    { status, body }: { readonly status: number; readonly body: unknown },
    cause: Error,
  ) {
    const fact = `returned ${status} with a body that cannot be read: ${cause.message}`
    super(context, fact, { cause, status, body })
  }
}
export interface FormatError {
  readonly status: number
  readonly body: unknown
}

/**
 * Thrown for a success whose media type is documented but was not requested, so that `body` does not have the
 * promised type.
 */
export class MediaTypeError extends ClientError {
  override readonly name = 'MediaTypeError'

  constructor(
    context: CallContext,
    {
      accept,
      status,
      body,
      mediaType,
    }: {
      readonly status: number
      readonly body: unknown
      readonly mediaType: string | undefined
      readonly accept: string
    },
  ) {
    const fact = `returned ${status} as "${mediaType}", not as "${accept}"`
    super(context, fact, { status, body, mediaType })
  }
}
export interface MediaTypeError {
  readonly status: number
  readonly body: unknown
  readonly mediaType: string | undefined
}

/** The body of a response is longer than `maxBytes`. Thrown by the `limitResponses` middleware. */
export class SizeError extends ClientError {
  override readonly name = 'SizeError'

  constructor(context: CallContext, answer: { readonly status: number; readonly maxBytes: number }) {
    super(context, `returned ${answer.status} with a body of more than ${answer.maxBytes} bytes`, answer)
  }
}
export interface SizeError {
  readonly status: number
  readonly maxBytes: number
}

/** A problem with a value, in the form of Standard Schema. @see https://standardschema.dev */
export interface AnswerIssue {
  readonly message: string
  /** Path to the value: member names and item indexes. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A response body does not match its schema. Thrown by the `validate` middleware. */
export class ValidationError extends ClientError {
  override readonly name = 'ValidationError'

  constructor(
    context: CallContext,
    {
      status,
      body,
      issues,
    }: { readonly status: number; readonly body: unknown; readonly issues: readonly AnswerIssue[] },
  ) {
    const [first] = issues
    const place = (first?.path ?? []).map((step) => `/${String(typeof step === 'object' ? step.key : step)}`)
    const fact = `returned ${status} with an invalid body: body${place.join('')} ${first?.message}`
    super(context, fact, { status, body, issues })
  }
}
export interface ValidationError {
  readonly status: number
  readonly body: unknown
  readonly issues: readonly AnswerIssue[]
}

/**
 * A list's pages cannot be followed, for example because the next page is on another origin or was read
 * before, or because items are missing.
 */
export class PaginationError extends ClientError {
  override readonly name = 'PaginationError'
}

/** A response other than the documented success. */
export class ApiError<Status extends number = number, Body = unknown> extends ClientError {
  override readonly name = 'ApiError'

  constructor(
    context: CallContext,
    answer: {
      readonly status: Status
      readonly body: Body
      readonly headers: Headers
      readonly documented: boolean
    },
  ) {
    const undocumented = answer.documented ? '' : ', which is not documented'
    super(context, `returned ${answer.status}${undocumented}${explain(answer.body)}`, answer)
  }
}
export interface ApiError<Status extends number = number, Body = unknown> {
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
  /** False if the document does not declare the status, in which case `body` is untyped. */
  readonly documented: boolean
}

/**
 * Returns ": " and the message in a common error format: a string in `detail` or `title` (RFC 9457),
 * `message` or `error`, or in one of these within `error`. Returns "" if there is none.
 */
function explain(body: unknown): string {
  const { detail, title, message, error }: Readonly<Record<string, unknown>> = Object(body)
  const text = [detail, title, message, error].find((value) => value && typeof value === 'string')
  if (text) return `: ${text}`
  return error ? explain(error) : ''
}

function reasonOf(cause: unknown): string {
  // Node's `fetch` reports only "fetch failed", and gives the reason in the `cause` of that error.
  const { cause: inner, message }: Partial<Error> = Object(cause)
  return inner instanceof Error && inner.message ? inner.message : (message ?? String(cause))
}

function pathOf(url: string): string {
  return url.replace(/^[\w+.-]+:\/\/[^/?#]*|[?#].*/gs, '') || '/'
}
