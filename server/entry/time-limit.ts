import type { Answer } from '../observability/request-log.ts'
import { unavailable } from '../refusals/errors.ts'

/**
 * Refuses a request with 503 whose answer takes too long. Its work may still go on: what it waits for in the database
 * is ended there, by the limit on statements.
 */
export function limitTime(answer: Answer, milliseconds: number): Answer {
  return async (request) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(() => {
        const { body, ...init } = unavailable('timeout', 'The answer took too long.')
        resolve(Response.json(body, init))
      }, milliseconds)
    })
    try {
      return await Promise.race([answer(request), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
