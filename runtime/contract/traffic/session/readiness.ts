import { refusesFor, retryAfterMs } from '@concordat/runtime/http'
import { type Answer, isUnavailableAnswer } from '../../data/exchange/answer.ts'
import { waitTold } from '../../lexicon/lexicon.ts'

const MAX_RETRIES = 3
/**
 * Maximum `Retry-After` for which a run waits. Most rate limits apply per minute, and during a longer wait,
 * the run would seem to hang.
 */
const MAX_WAIT_MS = 60_000
/** Pause if a server is unavailable and specifies no time. It is doubled each time. */
const PAUSE_MS = 200

/**
 * Number of requests that are resent in vain before the run stops waiting. Some servers return 503 for every
 * error.
 */
const MOST_IN_VAIN = 3

/** Decides when to resend a request because the server was not ready for it. */
export class Readiness {
  /** Operations that were repeatedly unavailable. Waiting for them each time would delay the run. */
  readonly #unavailable = new Set<string>()
  /** Number of requests that were resent in vain; `undefined` once resending has helped. */
  #inVain: number | undefined = 0

  /**
   * @param tries The number of times that the request has already been resent.
   * @returns Milliseconds to wait before it is resent; `undefined` if the response is final.
   */
  pauseAfter(
    answer: Answer,
    { operationId, tries }: { operationId: string; tries: number },
  ): number | undefined {
    const isDown = isUnavailableAnswer(answer)
    if (!isDown) this.#noteReady(operationId, tries)
    const isPointless = this.#unavailable.has(operationId) || (this.#inVain ?? 0) >= MOST_IN_VAIN
    if (!refusesFor(answer.status, 'pace') && (!isDown || isPointless)) return undefined
    const stated = statedWait(answer)
    const wait = isDown && Number.isNaN(stated) ? PAUSE_MS * 2 ** tries : stated
    if (tries < MAX_RETRIES && wait <= MAX_WAIT_MS) return wait
    if (isDown) this.#noteDown(operationId)
    return undefined
  }

  #noteReady(operationId: string, tries: number): void {
    this.#unavailable.delete(operationId)
    if (tries > 0) this.#inVain = undefined
  }

  #noteDown(operationId: string): void {
    this.#unavailable.add(operationId)
    if (this.#inVain !== undefined) this.#inVain++
  }
}

/** The wait that a response asks for, in milliseconds; NaN if it asks for none. */
function statedWait({ headers, text }: Answer): number {
  return retryAfterMs(headers) ?? waitTold(text) ?? Number.NaN
}
