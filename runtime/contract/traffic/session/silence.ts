import type { Reason } from '../../data/outcome/kinds/reason.ts'

/**
 * Requests that an operation may leave without an answer before it is asked no more: one may be late for a
 * reason of its own.
 */
const MOST_LATE = 2
/** An answer that began and does not end is a stream, for whoever asks. */
const MOST_UNENDING = 1

/**
 * Operations that never answered in time: asking them again and again would take the time of the whole run.
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
   * An answer began, and its end did not come in time: a valid request may get no other, whatever refusals
   * do.
   */
  noteUnending(operationId: string): void {
    this.#unending.set(operationId, (this.#unending.get(operationId) ?? 0) + 1)
  }

  /** Reason why nothing more is sent to an operation; `undefined` if something is. */
  reason(operation: string): Reason | undefined {
    const unending = this.#unending.get(operation) ?? 0
    if (unending >= MOST_UNENDING) return { kind: 'too slow', operation, of: 'answers', count: unending }
    const late = this.#late.get(operation) ?? 0
    return late < MOST_LATE || this.#heard.has(operation)
      ? undefined
      : { kind: 'too slow', operation, of: 'requests', count: late }
  }
}
