import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Incoming } from '@concordat/runtime/server'

/** Context of the current request. */
export interface RequestContext {
  /** The caller's `X-Request-Id`, or a generated id. */
  readonly id: string
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The current request; `undefined` in a job, at the start and at the end. */
export function currentRequestContext(): RequestContext | undefined {
  return storage.getStore()
}

/** Runs code for a request. */
export function inRequestContext<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run)
}

/** Ids that are safe in a log and in a header; any other id of a caller is replaced. */
const safeId = /^[\w.:/+=@-]{1,128}$/

/** The id of a request, from the caller or a proxy, or a new one. */
export function requestIdOf(incoming: Incoming): string {
  const given = incoming.header('x-request-id')
  return given !== null && safeId.test(given) ? given : randomUUID()
}
