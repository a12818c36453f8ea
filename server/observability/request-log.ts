import type { Log } from './log.ts'
import { inRequest, requestIdOf } from './request-context.ts'

/** Answers requests. */
export type Answer = (request: Request) => Promise<Response>

/**
 * Runs every request under an id, which the answer carries as `X-Request-Id`, and logs how it was answered. Of the
 * address the path alone is logged: a query may hold what is nobody's business.
 */
export function logRequests(answer: Answer, log: Log): Answer {
  return (request) => {
    const id = requestIdOf(request)
    return inRequest({ id }, async () => {
      const start = performance.now()
      const response = await answer(request)
      response.headers.set('X-Request-Id', id)
      log.info('request', {
        method: request.method,
        path: new URL(request.url).pathname,
        status: response.status,
        ms: Math.round(performance.now() - start),
      })
      return response
    })
  }
}
