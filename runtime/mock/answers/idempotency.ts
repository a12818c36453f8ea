import { identifierInPath } from '@concordat/contract/document'
import { idempotencyKeyOf } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
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
  const { name: part, key } = keyOf(granted)
  if (key === undefined) return answer()
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
    detail: `The ${part} "${key}" was already used for a different request.`,
  })
}

/** The key that identifies a request: the header's or, for a create, that of a property of the body. */
function keyOf({ operation, request, body, world }: Granted): {
  readonly name: string
  readonly key?: string
} {
  const header = idempotencyKeyOf(operation)?.name
  const inHeader = header === undefined ? null : request.headers.get(header)
  if (header !== undefined && inHeader !== null) return { name: header, key: inHeader }
  const isCreate = operation.resource?.role === 'create'
  const name = (isCreate ? world.resources.keyInBody(operation) : undefined) ?? ''
  const inBody = isObject(body) ? identifierInPath(body[name]) : undefined
  return { name, ...(inBody !== undefined && { key: inBody }) }
}
