import { inSpan, type TraceHeaders } from '../tracing/spans.ts'
import type { RouteNames } from './named-routes.ts'
import { currentRequest } from './request-context.ts'
import type { Answer } from './request-log.ts'

/** Answers each request in a span, which is a part of the caller's where the request names one. */
export function traceRequests(answer: Answer, routeOf: RouteNames): Answer {
  return (request) => {
    const { operationId, path } = routeOf(request)
    const { method } = request
    const start = {
      name: path === undefined ? method : `${method} ${path}`,
      kind: 'server' as const,
      attributes: {
        'http.request.method': method,
        'http.route': path,
        'openapi.operation_id': operationId,
        'http.request.header.x-request-id': currentRequest()?.id,
      },
      partOf: traceHeadersOf(request),
    }
    return inSpan(start, async (span) => {
      const response = await answer(request)
      span.set({ 'http.response.status_code': response.status })
      if (response.status >= 500) span.fail()
      return response
    })
  }
}

function traceHeadersOf({ headers }: Request): TraceHeaders {
  const names = ['traceparent', 'tracestate']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
