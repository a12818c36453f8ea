import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Incoming } from '@concordat/runtime/server'

/** Context of the request that the running code works for. */
export interface RequestContext {
  /** The caller's `X-Request-Id`, or one of ours. */
  readonly id: string
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The request that the running code works for; `undefined` in a job, at the start and at the end. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore()
}

/** Runs code for a request. */
export function inRequest<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run)
}

/** Ids that may stand in a log and in a header as they are; any other that a caller sends is replaced. */
const safeId = /^[\w.:/+=@-]{1,128}$/

/** The id of a request: the one that came with it, from the caller or a proxy, or a new one. */
export function requestIdOf(incoming: Incoming): string {
  const given = incoming.header('x-request-id')
  return given !== null && safeId.test(given) ? given : randomUUID()
}
