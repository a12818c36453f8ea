import type { Answering } from '@concordat/runtime/server'
import type { Log } from './log.ts'
import { inRequestContext, requestIdOf } from './request-context.ts'

/**
 * Gives every request an id, sent in the response as `X-Request-Id`, and logs the result. Only the path of
 * the URL is logged, because a query can be private.
 */
export function logRequests(answer: Answering, log: Log): Answering {
  return (incoming) => {
    const id = requestIdOf(incoming)
    return inRequestContext({ id }, async () => {
      const start = performance.now()
      const written = await answer(incoming)
      const { method, target } = incoming
      const ms = Math.round(performance.now() - start)
      log.info('request', { method, path: target.pathname, status: written.status, ms })
      return { ...written, headers: { ...written.headers, 'x-request-id': id } }
    })
  }
}
