import type { TracingOptions } from '../tracing/options.ts'
import type { Settings } from './settings.ts'

/** Options of tracing from the settings; `undefined` if nothing is traced. */
export function tracingOptions({
  tracesUrl,
  tracesShare,
}: Pick<Settings, 'tracesUrl' | 'tracesShare'>): TracingOptions | undefined {
  return tracesUrl === undefined ? undefined : { url: tracesUrl, share: tracesShare }
}
