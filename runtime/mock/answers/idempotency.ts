import { idempotencyKeyOf } from '@concordat/runtime/http'
import { type HandlerAnswer, HttpProblem } from '@concordat/runtime/server'
import { storedMockSize } from '../state/room.ts'
import type { Granted } from './outcomes/granted.ts'

/**
 * Responds to a request once per idempotency key, and repeats that response from then on. Error responses are
 * not kept, so that a corrected request can use the same key.
 * @throws HttpProblem if the key was used for another request. @see
 * draft-ietf-httpapi-idempotency-key-header, 2
 */
export function answerOnce(granted: Granted, answer: () => HandlerAnswer): HandlerAnswer {
  const { operation, request, world } = granted
  const header = idempotencyKeyOf(operation)?.name
  const key = header === undefined ? null : request.headers.get(header)
  if (key === null) return answer()
  const { pathname, search } = new URL(request.url)
  const name = `${operation.method} ${pathname} ${key}`
  const sent = JSON.stringify([search, granted.body])
  const before = world.repeatable.get(name)
  if (before === undefined) {
    const made = answer()
    const size = storedMockSize(name) + storedMockSize(sent) + storedMockSize(made)
    world.repeatable.add(name, { request: sent, answer: made, size })
    return made
  }
  if (before.request === sent) return before.answer
  throw new HttpProblem({
    kind: 'invalid-body',
    status: 422,
    detail: `The ${header} "${key}" was already used for a different request.`,
  })
}
