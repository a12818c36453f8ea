import type { RequestPlan, WireRequest } from '../../data/exchange/request.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { isTimeOut, Unending } from '../transport/failure.ts'
import { Silence } from './silence.ts'

export interface AnsweredRead {
  readonly wire: WireRequest
  readonly plan: RequestPlan
}

/** Maximum number of remembered reads. */
const MOST_ANSWERED = 6
/**
 * Number of consecutive requests without a response after which the server is considered unavailable, unless
 * it still responds to requests to which it responded before.
 */
const PATIENCE = 3

/** A run's knowledge about its server's availability, from requests with and without responses. */
export class Reachability {
  readonly #silence = new Silence()
  /** The last reads with responses, one per operation, keyed by operationId; the newest is last. */
  readonly #reads = new Map<string, AnsweredRead>()
  #unanswered = 0
  #isAnswering: boolean

  /** @param isAnswering True if an earlier worker received responses. */
  constructor(isAnswering: boolean) {
    this.#isAnswering = isAnswering
  }

  /**
   * True if the server has ever responded. In that case, a request without a response is a separate fault.
   */
  get isAnswering(): boolean {
    return this.#isAnswering
  }

  /** True if so many consecutive requests had no response that the server might be unavailable. */
  get isDoubtful(): boolean {
    return this.#unanswered >= PATIENCE
  }

  /** The last reads with responses, keyed by operationId; the newest is last. */
  get reads(): ReadonlyMap<string, AnsweredRead> {
    return this.#reads
  }

  /** Explains why no more requests are sent to an operation; `undefined` if more are sent. */
  whySilent(operationId: string): Reason | undefined {
    return this.#silence.reason(operationId)
  }

  noteAnswer(operationId: string, status: number): void {
    this.noteLife()
    this.#isAnswering = true
    if (status < 400) this.#silence.noteSuccess(operationId)
  }

  /** Notes that the server has responded, even if only to a request that tested its availability. */
  noteLife(): void {
    this.#unanswered = 0
  }

  /** Remembers an answered read. */
  noteRead(read: AnsweredRead): void {
    const { operationId } = read.plan.operation
    this.#reads.delete(operationId)
    this.#reads.set(operationId, read)
    const [oldest] = this.#reads.keys()
    if (this.#reads.size > MOST_ANSWERED && oldest !== undefined) this.#reads.delete(oldest)
  }

  /** True if a server that has not responded yet may only be starting. In that case, a read is sent again. */
  isPerhapsBusy(error: unknown): boolean {
    const isLate = isTimeOut(error) && !(error instanceof Unending)
    const isBusy = isLate && !this.#isAnswering && this.#unanswered + 1 < PATIENCE
    if (isBusy) this.#unanswered++
    return isBusy
  }

  /** Notes a request that got no complete response. */
  noteFailure(error: unknown, operationId: string): void {
    if (error instanceof Unending) {
      this.#silence.noteUnending(operationId)
      this.#isAnswering = true
      return
    }
    if (isTimeOut(error)) this.#silence.noteTimeOut(operationId)
    this.#unanswered++
  }
}
