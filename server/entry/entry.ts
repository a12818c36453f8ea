import type { Answering, App, WrittenAnswer } from '@concordat/runtime/server'
import type { Registry } from 'prom-client'
import type { Log } from '../observability/log.ts'
import { nameRoutes } from '../observability/named-routes.ts'
import { logRequests } from '../observability/request-log.ts'
import { measureRequests } from '../observability/request-metrics.ts'
import { traceRequests } from '../observability/traced-requests.ts'
import { docsPages } from '../pages/docs/docs-page.ts'
import type { Health } from '../pages/health.ts'
import { servePages } from '../pages/pages.ts'
import { isTracing } from '../tracing/spans.ts'
import { jsonAnswer } from '../values/json-answer.ts'
import { limitRequestTime } from './time-limit.ts'

/** Dependencies of the entry point, which handles requests before the application does. */
export interface EntryParts {
  /** Absent in a process that only executes jobs, which has pages but no operations. */
  readonly app: (Pick<App, 'operations'> & { readonly answer: Answering }) | undefined
  readonly health: Health
  readonly log: Log
  /** Time limit for a response, in seconds. */
  readonly requestSeconds: number
  /** True if /metrics is served only on a separate port. */
  readonly hasOwnMetrics: boolean
  /** Metrics shown at /metrics. */
  readonly registry: Registry
}

/** A process's request handlers, by port. */
export interface Entry {
  readonly answer: Answering
  /** Handler for the port that serves /metrics, if it is separate. */
  readonly answerMetrics: Answering
}

/**
 * Creates the handlers for all requests. They give each request an id, log and measure it, serve pages for
 * operators and readers, and enforce the time limit.
 */
export function createEntry({
  app,
  health,
  log,
  requestSeconds,
  hasOwnMetrics,
  registry,
}: EntryParts): Entry {
  const operations = app === undefined ? noOperations : limitRequestTime(app.answer, requestSeconds * 1000)
  const routeOf = nameRoutes(app?.operations ?? [])
  const measured = measureRequests(operations, { routeOf, registry })
  const traced = isTracing() ? traceRequests(measured, routeOf) : measured
  const metrics = async () => {
    const mediaType = registry.contentType
    // The library separates metrics with empty lines, which have no meaning and are removed.
    const body = (await registry.metrics()).replaceAll('\n\n', '\n')
    return { status: 200, headers: { 'content-type': mediaType }, body, mediaType }
  }
  const own = { '/metrics': metrics }
  const pages = { '/healthz': health.live, '/readyz': health.ready, ...(hasOwnMetrics ? {} : own) }
  const withDocs = app === undefined ? pages : { ...pages, ...docsPages() }
  return {
    answer: logRequests(servePages(withDocs, traced), log),
    answerMetrics: servePages(own, notHere),
  }
}

function notHere(): WrittenAnswer {
  return jsonAnswer(404, { detail: 'Only /metrics is available here.' })
}

function noOperations(): WrittenAnswer {
  return jsonAnswer(404, { detail: 'This process runs jobs and does not serve requests.' })
}
