import type { Answering } from '@concordat/runtime/server'
import type { Log } from './log.ts'
import { inRequest, requestIdOf } from './request-context.ts'

/**
 * Runs every request under an id, which the answer carries as `X-Request-Id`, and logs how it was answered.
 * Only the path of the address is logged: a query may hold what is nobody's business.
 */
export function logRequests(answer: Answering, log: Log): Answering {
  return (incoming) => {
    const id = requestIdOf(incoming)
    return inRequest({ id }, async () => {
      const start = performance.now()
      const written = await answer(incoming)
      const { method, target } = incoming
      const ms = Math.round(performance.now() - start)
      log.info('request', { method, path: target.pathname, status: written.status, ms })
      return { ...written, headers: { ...written.headers, 'x-request-id': id } }
    })
  }
}
