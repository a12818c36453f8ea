import type { Answering, WrittenAnswer } from '@concordat/runtime/server'
import { unavailableRefusal } from '../refusals/errors.ts'
import { jsonAnswer } from '../values/json-answer.ts'

/**
 * Answers a request with 503 if it takes too long. Its work can continue in the background; database
 * statements have their own limit.
 */
export function limitRequestTime(answer: Answering, milliseconds: number): Answering {
  return (incoming) => {
    const answered = answer(incoming)
    return answered instanceof Promise ? inTime(answered, milliseconds) : answered
  }
}

/** Does not use `Promise.race`, which would create three more promises per request. */
function inTime(answered: Promise<WrittenAnswer>, milliseconds: number): Promise<WrittenAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooLate()), milliseconds)
    answered.then(
      (written) => {
        clearTimeout(timer)
        resolve(written)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

function tooLate(): WrittenAnswer {
  const { status, body, headers } = unavailableRefusal('timeout', 'The response took too long.')
  return jsonAnswer(status, body, headers)
}
