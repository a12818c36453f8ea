import type { Reason } from './kinds/reason.ts'
import { NotRun, RunEnded } from './not-run.ts'

/** Something unavailable, with the reason: a value, for callers that may go on without it. */
export class Missing {
  readonly why: Reason

  constructor(why: Reason) {
    this.why = why
  }
}

/** A result, or the reason for its lack. */
export type Or<Result> = Result | Missing

/** The result of work, or the reason for its lack. @throws RunEnded if the run sends nothing more. */
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
 * Value of a store under a key, made once. Failures are kept as well: an unavailable value is not requested
 * again.
 */
export function once<Value>(
  store: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = store.get(key)
  if (known !== undefined) return known
  // Not at once: a call in the meantime must find it in the store.
  const made = Promise.resolve().then(make)
  store.set(key, made)
  return made
}

/** The result, or `undefined` if it is missing. */
export function resultIfThere<Result>(result: Or<Result>): Result | undefined {
  return result instanceof Missing ? undefined : result
}

/** The result, for callers that cannot go on without it. @throws NotRun if it is missing. */
export function neededResult<Result>(result: Or<Result>): Result {
  if (result instanceof Missing) throw new NotRun(result.why)
  return result
}
