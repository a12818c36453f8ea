import { type Answer, isUnavailable } from '../../data/exchange/answer.ts'

/** Says how often one asks, and nothing of the contract. @see RFC 6585, 4 */
export const TOO_MANY = 429
const MAX_RETRIES = 3
/** A `Retry-After` beyond this is not waited for: the run would seem to hang. */
const MAX_WAIT_MS = 10_000
/** Pause after a 503 that names no time, doubled each time. */
const PAUSE_MS = 200

/** Knows when a request is worth sending again, as the server was not ready for it. */
export class Readiness {
  /** Operations whose 503 lasts: waiting for them would hold up the run each time. */
  readonly #unavailable = new Set<string>()

  /**
   * @param tries How often the request was sent again already.
   * @returns Milliseconds to wait before it is sent again; `undefined` when the answer is to be taken as it
   *   is.
   */
  pauseAfter(
    answer: Answer,
    { operationId, tries }: { operationId: string; tries: number },
  ): number | undefined {
    const { status, headers } = answer
    const isDown = isUnavailable(answer)
    if (!isDown) this.#unavailable.delete(operationId)
    if (status !== TOO_MANY && (!isDown || this.#unavailable.has(operationId))) return undefined
    const told = Number(headers.get('retry-after') ?? Number.NaN) * 1000
    const wait = isDown && Number.isNaN(told) ? PAUSE_MS * 2 ** tries : told
    if (tries < MAX_RETRIES && wait <= MAX_WAIT_MS) return wait
    if (isDown) this.#unavailable.add(operationId)
    return undefined
  }
}
