import {
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  type Span as LibrarySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingOptions } from './options.ts'
import type { Span, SpanAttributes, Tracer } from './spans.ts'

/** Time between exports, in milliseconds. A killed process loses the spans recorded since the last export. */
const sendEvery = 1000

/** Time limit for one export, including the last one before shutdown, in milliseconds. */
const sendPatience = 1500

/** Maximum length of an attribute. The beginning of a long statement is enough to identify it. */
const longestValue = 2000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

/**
 * Creates this process's tracer. If the server does not accept spans, nothing blocks; spans are dropped if
 * too many are waiting.
 */
export function createTracer({ url, share, warn }: TracingOptions): Tracer {
  reportErrors(warn)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const propagator = new W3CTraceContextPropagator()
  const provider = providerFor({ url, share })
  const tracer = provider.getTracer('concordat')
  return {
    async run({ name, kind, attributes = {}, partOf }, work) {
      const outer =
        partOf === undefined
          ? context.active()
          : propagator.extract(ROOT_CONTEXT, partOf, defaultTextMapGetter)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, outer)
      try {
        return await context.with(trace.setSpan(outer, span), () => work(toSpan(span)))
      } catch (error) {
        span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    note({ name, kind, attributes = {}, milliseconds, hasFailed }) {
      if (trace.getActiveSpan() === undefined) return
      const now = Date.now()
      const startTime = now - milliseconds
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime, attributes: { ...attributes } })
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(now)
    },
    headers() {
      const headers: Record<string, string> = {}
      propagator.inject(context.active(), headers, defaultTextMapSetter)
      return headers
    },
    async stop() {
      try {
        await provider.shutdown()
      } catch (error) {
        warn?.(String(error))
      }
    },
  }
}

/** Logs errors from the library. */
function reportErrors(warn: TracingOptions['warn']): void {
  if (warn === undefined) return
  const ignore = () => {}
  const logger = { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}

function providerFor({ url, share }: Pick<TracingOptions, 'url' | 'share'>): TracerProvider {
  return new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence over the service's own name.
    resource: resourceFromAttributes({ 'service.name': 'concordat' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: longestValue },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: sendPatience }),
        scheduledDelayMillis: sendEvery,
        exportTimeoutMillis: sendPatience,
      }),
    ],
  })
}

function toSpan(span: LibrarySpan): Span {
  return {
    set(attributes: SpanAttributes) {
      span.setAttributes({ ...attributes })
    },
    fail() {
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
  }
}

/**
 * An error code from the system or PostgreSQL or, without a code, the error's name. The message is not used,
 * because it can contain private data.
 */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
