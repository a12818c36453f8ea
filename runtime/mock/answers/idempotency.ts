import { idempotencyKeyOf } from '@concordat/runtime/http'
import { HttpProblem } from '@concordat/runtime/server'
import type { World } from '../state/world.ts'
import type { Granted, HandlerAnswer } from './outcomes/granted.ts'

/** A request, and the response that it got. */
interface Answered {
  readonly request: string
  readonly answer: HandlerAnswer
}

/** Maximum number of remembered keys; the oldest is removed first. */
const MOST_KEYS = 1000

/**
 * Past responses for each tenant, by operation, path and key. They are removed together with the tenant's
 * state.
 */
const answered = new WeakMap<World, Map<string, Answered>>()

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
  // The contents of files are not compared.
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
