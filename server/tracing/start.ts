import type { TracingOptions } from './options.ts'
import { traceBy } from './spans.ts'

/**
 * Begins to trace what this process does. Without options nothing is traced, and no library of it is loaded.
 */
export async function startTracing(options: TracingOptions | undefined): Promise<void> {
  if (options === undefined) return
  const { createTracer } = await import('./opentelemetry.ts')
  traceBy(createTracer(options))
}
