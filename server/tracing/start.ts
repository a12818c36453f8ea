import type { TracingOptions } from './options.ts'
import { traceWith } from './spans.ts'

/** Starts tracing this process. Without options, nothing is traced and no tracing library is loaded. */
export async function startTracing(options: TracingOptions | undefined): Promise<void> {
  if (options === undefined) return
  const { createTracer } = await import('./opentelemetry.ts')
  traceWith(createTracer(options))
}
