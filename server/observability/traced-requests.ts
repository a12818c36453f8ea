import type { Answering, Incoming } from '@concordat/runtime/server'
import { inSpan, type TraceHeaders } from '../tracing/spans.ts'
import type { RouteNames } from './named-routes.ts'
import { currentRequestContext } from './request-context.ts'

/** Answers each request in a span, which is a child of the caller's span if the request identifies one. */
export function traceRequests(answer: Answering, routeOf: RouteNames): Answering {
  return (incoming) => {
    const { operationId, path } = routeOf(incoming)
    const { method } = incoming
    const start = {
      name: path === undefined ? method : `${method} ${path}`,
      kind: 'server' as const,
      attributes: {
        'http.request.method': method,
        'http.route': path,
        'openapi.operation_id': operationId,
        'http.request.header.x-request-id': currentRequestContext()?.id,
      },
      partOf: traceHeadersOf(incoming),
    }
    return inSpan(start, async (span) => {
      const written = await answer(incoming)
      span.set({ 'http.response.status_code': written.status })
      if (written.status >= 500) span.fail()
      return written
    })
  }
}

function traceHeadersOf(incoming: Incoming): TraceHeaders {
  const names = ['traceparent', 'tracestate']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = incoming.header(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
