import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Incoming } from '@concordat/runtime/server'

/** The context of the current request. */
export interface RequestContext {
  /** The caller's `X-Request-Id`, or a generated id. */
  readonly id: string
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The current request's context; `undefined` in a job, during startup and during shutdown. */
export function currentRequestContext(): RequestContext | undefined {
  return storage.getStore()
}

/** Runs code in the context of a request. */
export function inRequestContext<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run)
}

/** Ids that are safe in a log and in a header. If a caller sends any other id, it is replaced. */
const safeId = /^[\w.:/+=@-]{1,128}$/

/** A request's id, from the caller or a proxy; a new one if neither sent a valid id. */
export function requestIdOf(incoming: Incoming): string {
  const given = incoming.header('x-request-id')
  return given !== null && safeId.test(given) ? given : randomUUID()
}
