import { idempotencyKeyOf } from '@concordat/runtime/http'
import { HttpProblem } from '@concordat/runtime/server'
import type { World } from '../state/world.ts'
import type { Granted, HandlerAnswer } from './outcomes/granted.ts'

/** A request that was answered, and how. */
interface Answered {
  readonly request: string
  readonly answer: HandlerAnswer
}

/** Keys whose answers are known: the oldest goes. */
const MOST_KEYS = 1000

/** Past responses to each tenant, by operation, path and key; they go with the tenant's things. */
const answered = new WeakMap<World, Map<string, Answered>>()

/**
 * Answers a request once for each key of idempotency, and then repeats the response. Refusals are not kept: a
 * corrected request may be sent with the same key.
 * @throws HttpProblem where the key stands for another request. @see
 * draft-ietf-httpapi-idempotency-key-header, 2
 */
export function answerOnce(granted: Granted, answer: () => HandlerAnswer): HandlerAnswer {
  const { operation, request, world } = granted
  const header = idempotencyKeyOf(operation)?.name
  const key = header === undefined ? null : request.headers.get(header)
  if (key === null) return answer()
  const { pathname, search } = new URL(request.url)
  const name = `${operation.method} ${pathname} ${key}`
  // Files are not looked into: another one is taken for the first.
  const sent = JSON.stringify([search, granted.body])
  const known = answered.get(world) ?? new Map<string, Answered>()
  answered.set(world, known)
  const before = known.get(name)
  if (before === undefined) {
    const made = answer()
    known.set(name, { request: sent, answer: made })
    const [oldest] = known.keys()
    if (known.size > MOST_KEYS && oldest !== undefined) known.delete(oldest)
    return made
  }
  if (before.request === sent) return before.answer
  throw new HttpProblem({
    kind: 'invalid-body',
    status: 422,
    detail: `The ${header} "${key}" stands for another request.`,
  })
}
