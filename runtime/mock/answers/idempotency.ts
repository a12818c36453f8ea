import { BoundedMap, type MapBound } from '@concordat/runtime/bounded'
import { idempotencyKeyOf } from '@concordat/runtime/http'
import { HttpProblem } from '@concordat/runtime/server'
import { storedMockSize } from '../state/room.ts'
import type { World } from '../state/world.ts'
import type { Granted, HandlerAnswer } from './outcomes/granted.ts'

interface Answered {
  readonly request: string
  readonly answer: HandlerAnswer
  readonly size: number
}

/**
 * Maximum number of remembered keys. The total size of their requests and responses is limited to
 * `MOST_KEPT`.
 */
const MOST_KEYS = 1000
const MOST_KEPT = 2 ** 24

const BOUND: MapBound<string, Answered> = {
  ...{ most: MOST_KEYS, mostSize: MOST_KEPT },
  sizeOf: (_, { size }) => size,
}

/**
 * Past responses for each tenant, by operation, path and key. They are removed together with the tenant's
 * state.
 */
const answered = new WeakMap<World, BoundedMap<string, Answered>>()

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
  const known = answered.get(world) ?? new BoundedMap(BOUND)
  answered.set(world, known)
  const before = known.get(name)
  if (before === undefined) {
    const made = answer()
    const size = storedMockSize(name) + storedMockSize(sent) + storedMockSize(made)
    known.add(name, { request: sent, answer: made, size })
    return made
  }
  if (before.request === sent) return before.answer
  throw new HttpProblem({
    kind: 'invalid-body',
    status: 422,
    detail: `The ${header} "${key}" was already used for a different request.`,
  })
}
