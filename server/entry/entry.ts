import type { App } from '@concordat/runtime/server'
import type { Log } from '../observability/log.ts'
import { type Metric, metricsMediaType, writeMetrics } from '../observability/metrics.ts'
import { nameRoutes } from '../observability/named-routes.ts'
import { type Answer, logRequests } from '../observability/request-log.ts'
import { measureRequests } from '../observability/request-metrics.ts'
import { traceRequests } from '../observability/traced-requests.ts'
import { docsPages } from '../pages/docs/docs-page.ts'
import type { Health } from '../pages/health.ts'
import { servePages } from '../pages/pages.ts'
import { isTracing } from '../tracing/spans.ts'
import { withPublicUrl } from './public-url.ts'
import { limitTime } from './time-limit.ts'

/** What stands before the application. */
export interface EntryParts {
  /** Absent in a process that only works: it has its pages, and no operations. */
  readonly app: App | undefined
  readonly health: Health
  readonly log: Log
  /** Seconds for an answer. */
  readonly requestSeconds: number
  /** Where callers reach the service, if that is not what their `Host` header says. */
  readonly publicUrl: string | undefined
  /** Whether /metrics is answered at a port of its own alone. */
  readonly hasOwnMetrics: boolean
  /** What else is shown at /metrics. */
  readonly readMetrics: () => Promise<readonly Metric[]>
}

/** What a process answers, and where. */
export interface Entry {
  readonly answer: Answer
  /** At the port of /metrics, where it has one. */
  readonly answerMetrics: Answer
}

/** The way of every request: its id and log line, its count, the pages of operators and readers, the time limit. */
export function createEntry({
  app,
  health,
  log,
  requestSeconds,
  publicUrl,
  hasOwnMetrics,
  readMetrics,
}: EntryParts): Entry {
  const operations = app === undefined ? noOperations : limitTime(app, requestSeconds * 1000)
  const routeOf = nameRoutes(app?.operations ?? [])
  const measured = measureRequests(
    publicUrl === undefined ? operations : withPublicUrl(operations, publicUrl),
    routeOf,
  )
  const traced = isTracing() ? traceRequests(measured.answer, routeOf) : measured.answer
  const metrics = async () =>
    new Response(writeMetrics([...measured.read(), ...(await readMetrics())]), {
      headers: { 'content-type': metricsMediaType },
    })
  const own = { '/metrics': metrics }
  const pages = { '/healthz': health.live, '/readyz': health.ready, ...(hasOwnMetrics ? {} : own) }
  const withDocs = app === undefined ? pages : { ...pages, ...docsPages() }
  return {
    answer: logRequests(servePages(withDocs, traced), log),
    answerMetrics: servePages(own, notHere),
  }
}

async function notHere(): Promise<Response> {
  return Response.json({ detail: 'Only /metrics is answered here.' }, { status: 404 })
}

async function noOperations(): Promise<Response> {
  return Response.json({ detail: 'This process runs jobs; it answers no requests.' }, { status: 404 })
}
