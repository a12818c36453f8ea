import type { TracingOptions } from '../tracing/options.ts'
import type { Settings } from './settings.ts'

/** Tracing options from the settings; `undefined` if tracing is off. */
export function tracingFromSettings({
  tracesUrl,
  tracesShare,
}: Pick<Settings, 'tracesUrl' | 'tracesShare'>): TracingOptions | undefined {
  return tracesUrl === undefined ? undefined : { url: tracesUrl, share: tracesShare }
}
