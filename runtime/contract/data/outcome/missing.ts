import type { Reason } from './kinds/reason.ts'
import { NotRun, RunEnded } from './not-run.ts'

/**
 * The reason why something is unavailable. Items, paths and values return it, because their callers can often
 * continue with something else. A rule cannot: `neededResult` throws the same reason as `NotRun`, and the
 * rule's verdict is then "not run".
 */
export class Missing {
  readonly why: Reason

  constructor(why: Reason) {
    this.why = why
  }
}

/** A result, or the reason why there is none. */
export type Or<Result> = Result | Missing

/**
 * Returns the result of work, or the reason why there is none. @throws RunEnded if the run is not allowed to
 * send anything more.
 */
export async function resultOrMissing<Result>(
  work: () => Or<Result> | Promise<Or<Result>>,
): Promise<Or<Result>> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotRun) || error instanceof RunEnded) throw error
    return new Missing(error.reason)
  }
}

/**
 * Returns the value stored under a key; creates it if there is none. Failures are stored too, so an
 * unavailable value is not requested again.
 */
export function onceOrMissing<Value>(
  store: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = store.get(key)
  if (known !== undefined) return known
  // Runs `make` only after the promise is in the store, so that a call in the meantime finds it there.
  const made = Promise.resolve().then(make)
  store.set(key, made)
  return made
}

/** The result, or `undefined` if it is missing. */
export function resultIfThere<Result>(result: Or<Result>): Result | undefined {
  return result instanceof Missing ? undefined : result
}

/** The result, for callers that cannot continue without it. @throws NotRun if it is missing. */
export function neededResult<Result>(result: Or<Result>): Result {
  if (result instanceof Missing) throw new NotRun(result.why)
  return result
}
