import { randomUUID } from 'node:crypto'
import type { Log } from './log.ts'

/** Answers requests. */
export type Answer = (request: Request) => Promise<Response>

/** Gives every request an id, which the answer carries as `X-Request-Id`, and logs how it was answered. */
export function logRequests(answer: Answer, log: Log): Answer {
  return async (request) => {
    const id = randomUUID()
    const start = performance.now()
    const response = await answer(request)
    response.headers.set('X-Request-Id', id)
    log.info('request', {
      id,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      ms: Math.round(performance.now() - start),
    })
    return response
  }
}
