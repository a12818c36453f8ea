/**
 * Facts of a span, by names of the semantic conventions of OpenTelemetry. They never
 * identify the tenant or the caller.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

/** Headers of W3C Trace Context: `traceparent` and `tracestate`. */
export type TraceHeaders = Readonly<Record<string, string>>

/** Work that takes time. */
export interface SpanStart {
  readonly name: string
  /** Kind of work: answering a request, calling another server, or doing a job. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** Headers that name the parent span; without one in them it has no parent. Default: the span that runs. */
  readonly partOf?: TraceHeaders
}

/** Work that is over. */
export interface PastSpan extends Omit<SpanStart, 'partOf'> {
  readonly milliseconds: number
  readonly hasFailed: boolean
}

/** A span while it runs. */
export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks it as failed; one whose work throws is so by itself. */
  fail(): void
}

/** Makes spans and sends them somewhere. */
export interface Tracer {
  run<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Adds a part to the span that runs; without one it is left out. */
  note(past: PastSpan): void
  /** Headers that name the span that runs; none without one. */
  headers(): TraceHeaders
  /** Sends the spans that were not sent yet. */
  stop(): Promise<void>
}

let tracer: Tracer | undefined

/** From now on this process is traced by a tracer. */
export function traceBy(another: Tracer): void {
  tracer = another
}

/** Sends the spans that have not been sent, and ends tracing. */
export async function stopTracing(): Promise<void> {
  await tracer?.stop()
  tracer = undefined
}

export function isTracing(): boolean {
  return tracer !== undefined
}

const unseen: Span = { set() {}, fail() {} }

/** Does work in a span of its own, where this process is traced. */
export function inSpan<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result> {
  return tracer === undefined ? work(unseen) : tracer.run(start, work)
}

/** Adds work that is over to the span that runs. */
export function noteSpan(past: PastSpan): void {
  tracer?.note(past)
}

/** Headers that pass the span that runs on to another server or process; none where there is none. */
export function traceHeaders(): TraceHeaders {
  return tracer?.headers() ?? {}
}
