import type { AppOptions } from '@concordat/runtime/server'
import { isDatabaseBusy, isDatabaseUnavailable } from '../database/unavailable.ts'
import type { Log } from '../observability/log.ts'

/** Logs the cause of a 500 or 503 response. @param event the name of the event in the log. */
export function reportFailuresTo(log: Log, event: string): NonNullable<AppOptions<object, never>['onError']> {
  return (error, { request, operation }) => {
    if (isDatabaseBusy(error)) {
      log.warn('database busy', { operation: operation?.operationId })
      return
    }
    if (isDatabaseUnavailable(error)) {
      // The log entry is short, because every request logs it while the database is unavailable.
      log.warn('database unavailable', { operation: operation?.operationId, error: String(error) })
      return
    }
    log.error(event, {
      method: request.method,
      path: new URL(request.url).pathname,
      operation: operation?.operationId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}
