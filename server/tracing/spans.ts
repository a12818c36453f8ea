/**
 * A span's attributes, named according to OpenTelemetry's semantic conventions. They never identify the
 * tenant or the caller.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

/** The W3C Trace Context headers: `traceparent` and `tracestate`. */
export type TraceHeaders = Readonly<Record<string, string>>

/** Work to be measured. */
export interface SpanStart {
  readonly name: string
  /** The kind of work: answering a request, calling another server, or executing a job. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /**
   * Headers that identify the parent span. If they identify none, the span has no parent. Default: the
   * current span.
   */
  readonly partOf?: TraceHeaders
}

/** Work that has already been done. */
export interface PastSpan extends Omit<SpanStart, 'partOf'> {
  readonly milliseconds: number
  readonly hasFailed: boolean
}

/** A running span. */
export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks the span as failed. This is automatic if its work throws. */
  fail(): void
}

/** Creates spans and exports them. */
export interface Tracer {
  run<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Adds a child to the current span. Ignored if there is no current span. */
  note(past: PastSpan): void
  /** Headers that identify the current span; empty if there is none. */
  headers(): TraceHeaders
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined

/** Sets this process's tracer. */
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

/** Runs the given work, in a new span if this process is traced. */
export function inSpan<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result> {
  return tracer === undefined ? work(unseen) : tracer.run(start, work)
}

/** Adds completed work to the current span. */
export function noteSpan(past: PastSpan): void {
  tracer?.note(past)
}

/** Headers that pass the current span to another server or process; empty if there is no current span. */
export function traceHeaders(): TraceHeaders {
  return tracer?.headers() ?? {}
}
