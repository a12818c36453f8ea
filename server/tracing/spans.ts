/**
 * Attributes of a span, with names from OpenTelemetry's semantic conventions. They never identify the tenant
 * or the caller.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

/** Headers of W3C Trace Context: `traceparent` and `tracestate`. */
export type TraceHeaders = Readonly<Record<string, string>>

/** Work to be measured. */
export interface SpanStart {
  readonly name: string
  /** Kind of work: answering a request, calling another server, or doing a job. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** Headers that name the parent span; if they name none, there is no parent. Default: the current span. */
  readonly partOf?: TraceHeaders
}

/** Work that is already done. */
export interface PastSpan extends Omit<SpanStart, 'partOf'> {
  readonly milliseconds: number
  readonly hasFailed: boolean
}

/** A running span. */
export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks it as failed; automatic if its work throws. */
  fail(): void
}

/** Creates spans and exports them. */
export interface Tracer {
  run<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Adds a child to the current span; ignored if there is none. */
  note(past: PastSpan): void
  /** Headers that name the current span; empty if there is none. */
  headers(): TraceHeaders
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined

/** Sets the tracer of this process. */
export function traceWith(another: Tracer): void {
  tracer = another
}

/** Sends the remaining spans, and ends tracing. */
export async function stopTracing(): Promise<void> {
  await tracer?.stop()
  tracer = undefined
}

export function isTracing(): boolean {
  return tracer !== undefined
}

const unseen: Span = { set() {}, fail() {} }

/** Does work in a new span, if this process is traced. */
export function inSpan<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result> {
  return tracer === undefined ? work(unseen) : tracer.run(start, work)
}

/** Adds completed work to the current span. */
export function noteSpan(past: PastSpan): void {
  tracer?.note(past)
}

/** Headers that pass the current span to another server or process; empty if there is none. */
export function traceHeaders(): TraceHeaders {
  return tracer?.headers() ?? {}
}
