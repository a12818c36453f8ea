import type { Reason } from '../../data/outcome/kinds/reason.ts'

/**
 * Number of requests without a timely response after which the run sends no more requests to an operation
 * that has never responded with a success. A single late response can be due to chance, but a rejection does
 * not show that the operation does its work in time.
 */
const MOST_LATE = 2
/** Same as `MOST_LATE`, for an operation that has responded with a success. */
const MOST_LATE_OF_HEARD = 4
/**
 * Same as `MOST_LATE`, but for responses that begin and do not end. One is enough, because it shows that the
 * response is a stream, whatever the request.
 */
const MOST_UNENDING = 1

/**
 * Operations that do not respond in time. Sending them more requests would use up the time of the whole run.
 */
export class Silence {
  readonly #heard = new Set<string>()
  readonly #late = new Map<string, number>()
  readonly #unending = new Map<string, number>()

  noteSuccess(operationId: string): void {
    this.#heard.add(operationId)
  }

  noteTimeOut(operationId: string): void {
    this.#late.set(operationId, (this.#late.get(operationId) ?? 0) + 1)
  }

  /**
   * Records a response that began but did not end in time. It counts even if the operation has given complete
   * responses, because only rejected requests might get those.
   */
  noteUnending(operationId: string): void {
    this.#unending.set(operationId, (this.#unending.get(operationId) ?? 0) + 1)
  }

  /** Explains why no more requests are sent to an operation; `undefined` if more are sent. */
  reason(operation: string): Reason | undefined {
    const unending = this.#unending.get(operation) ?? 0
    if (unending >= MOST_UNENDING) return { kind: 'too slow', operation, of: 'answers', count: unending }
    const late = this.#late.get(operation) ?? 0
    return late < (this.#heard.has(operation) ? MOST_LATE_OF_HEARD : MOST_LATE)
      ? undefined
      : { kind: 'too slow', operation, of: 'requests', count: late }
  }
}
