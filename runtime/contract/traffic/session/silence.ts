import type { Reason } from '../../data/outcome/kinds/reason.ts'

/**
 * How many requests an operation may leave unanswered before the run stops sending it more. One alone may be
 * late by chance.
 */
const MOST_LATE = 2
/**
 * The same limit for answers that begin and do not end. The first one shows a stream, whatever the request.
 */
const MOST_UNENDING = 1

/**
 * Operations that never answered in time: sending them more requests would take the time of the whole run.
 */
export class Silence {
  readonly #heard = new Set<string>()
  readonly #late = new Map<string, number>()
  readonly #unending = new Map<string, number>()

  noteAnswer(operationId: string): void {
    this.#heard.add(operationId)
  }

  noteTimeOut(operationId: string): void {
    this.#late.set(operationId, (this.#late.get(operationId) ?? 0) + 1)
  }

  /**
   * Notes an answer that began but did not end in time: no valid request may ever get a complete one, even if
   * refusals do.
   */
  noteUnending(operationId: string): void {
    this.#unending.set(operationId, (this.#unending.get(operationId) ?? 0) + 1)
  }

  /** Why an operation gets no more requests; `undefined` if it does. */
  reason(operation: string): Reason | undefined {
    const unending = this.#unending.get(operation) ?? 0
    if (unending >= MOST_UNENDING) return { kind: 'too slow', operation, of: 'answers', count: unending }
    const late = this.#late.get(operation) ?? 0
    return late < MOST_LATE || this.#heard.has(operation)
      ? undefined
      : { kind: 'too slow', operation, of: 'requests', count: late }
  }
}
