import type { Answering, WrittenAnswer } from '@concordat/runtime/server'
import { unavailable } from '../refusals/errors.ts'
import { jsonAnswer } from '../values/json-answer.ts'

/**
 * Refuses a request with 503 whose answer takes too long. Its work may still go on: what it waits for in the database
 * is ended there, by the limit on statements.
 */
export function limitTime(answer: Answering, milliseconds: number): Answering {
  return async (incoming) => {
    const answered = answer(incoming)
    if (!(answered instanceof Promise)) return answered
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<WrittenAnswer>((resolve) => {
      timer = setTimeout(() => {
        const { status, body, headers } = unavailable('timeout', 'The answer took too long.')
        resolve(jsonAnswer(status, body, headers))
      }, milliseconds)
    })
    try {
      return await Promise.race([answered, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
