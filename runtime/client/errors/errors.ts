/** Which call failed. */
export interface CallContext {
  readonly operationId: string
  readonly method: string
  /** As it was sent, but without the credentials that the client added to its query. */
  readonly url: string
}

/** What every failure of a call has in common. An abort by the caller's own signal is not one of them. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError'
  readonly operationId: string
  readonly method: string
  readonly url: string

  constructor(context: CallContext, fact: string, options?: ErrorOptions) {
    super(`${context.method} ${pathOf(context.url)} (${context.operationId}) ${fact}`, options)
    this.operationId = context.operationId
    this.method = context.method
    this.url = context.url
  }
}

/** No answer, or one that broke off. `cause` is what `fetch` threw. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError'

  constructor(context: CallContext, cause: unknown) {
    super(context, `got no complete answer: ${reasonOf(cause)}`, { cause })
  }
}

/** An attempt took longer than `timeoutMs`, reading the answer included. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError'
  /** Milliseconds. */
  readonly timeoutMs: number

  constructor(context: CallContext, timeoutMs: number) {
    super(context, `took longer than ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}

/** The answer is declared as JSON and is not. `text` is what came. */
export class ParseError extends ClientError {
  override readonly name = 'ParseError'
  readonly status: number
  readonly text: string

  constructor(
    context: CallContext,
    answer: { readonly status: number; readonly text: string },
    cause: unknown,
  ) {
    super(context, `answered ${answer.status} with a body that is not JSON: ${reasonOf(cause)}`, { cause })
    this.status = answer.status
    this.text = answer.text
  }
}

/** The answer holds a text or a number that does not have its format. `body` is what came. */
export class FormatError extends ClientError {
  override readonly name = 'FormatError'
  readonly status: number
  readonly body: unknown

  constructor(
    context: CallContext,
    answer: { readonly status: number; readonly body: unknown },
    cause: Error,
  ) {
    super(context, `answered ${answer.status} with a body that cannot be read: ${cause.message}`, { cause })
    this.status = answer.status
    this.body = answer.body
  }
}

/** A documented success in a documented media type that was not asked for: `body` has another type than was promised. */
export class MediaTypeError extends ClientError {
  override readonly name = 'MediaTypeError'
  readonly status: number
  readonly body: unknown
  readonly mediaType: string | undefined

  constructor(
    context: CallContext,
    answer: {
      readonly status: number
      readonly body: unknown
      readonly mediaType: string | undefined
      readonly accept: string
    },
  ) {
    super(context, `answered ${answer.status} as "${answer.mediaType}". Asked for: "${answer.accept}"`)
    this.status = answer.status
    this.body = answer.body
    this.mediaType = answer.mediaType
  }
}

/** What is wrong with a value, as Standard Schemas say it. @see https://standardschema.dev */
export interface AnswerIssue {
  readonly message: string
  /** Names of members and indexes of items that lead to it. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The body of an answer is not what its schema says. Thrown by the middleware `validate`. */
export class ValidationError extends ClientError {
  override readonly name = 'ValidationError'
  readonly status: number
  readonly body: unknown
  readonly issues: readonly AnswerIssue[]

  constructor(
    context: CallContext,
    answer: { readonly status: number; readonly body: unknown; readonly issues: readonly AnswerIssue[] },
  ) {
    const [first] = answer.issues
    const place = (first?.path ?? []).map((step) => `/${String(typeof step === 'object' ? step.key : step)}`)
    super(
      context,
      `answered ${answer.status} with a body that breaks its schema: body${place.join('')} ${first?.message}`,
    )
    this.status = answer.status
    this.body = answer.body
    this.issues = answer.issues
  }
}

/** The pages of a list cannot be followed: the next one is on another origin or came before, or items are missing. */
export class PaginationError extends ClientError {
  override readonly name = 'PaginationError'
}

/** An answer that is not the documented success. */
export class ApiError<Status extends number = number, Body = unknown> extends ClientError {
  override readonly name = 'ApiError'
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
  /** False when the document does not declare the status: `body` is then whatever came. */
  readonly documented: boolean

  constructor(
    context: CallContext,
    answer: {
      readonly status: Status
      readonly body: Body
      readonly headers: Headers
      readonly documented: boolean
    },
  ) {
    const explanation = explain(answer.body)
    const undocumented = answer.documented ? '' : ', which is not documented'
    super(
      context,
      `answered ${answer.status}${undocumented}${explanation === undefined ? '' : `: ${explanation}`}`,
    )
    this.status = answer.status
    this.body = answer.body
    this.headers = answer.headers
    this.documented = answer.documented
  }
}

/** The sentence that common error shapes carry: RFC 9457's `detail` and `title`, `message`, or one of them in `error`. */
function explain(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { detail, title, message, error } = body as Record<string, unknown>
  const text = [detail, title, message, error].find((value) => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? text : explain(error)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // Node's fetch says only "fetch failed" and keeps the reason one level down.
  return cause.cause instanceof Error && cause.cause.message ? cause.cause.message : cause.message
}

function pathOf(url: string): string {
  return url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/'
}
