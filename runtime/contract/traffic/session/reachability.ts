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
 * After so many unanswered requests in a row, the server is gone, unless it still answers requests that it
 * answered before.
 */
const PATIENCE = 3

/** Knowledge of a run about its server's availability, from answered and unanswered requests. */
export class Reachability {
  readonly #silence = new Silence()
  /** The last answered reads, each of another operation, by operationId; the newest last. */
  readonly #reads = new Map<string, AnsweredRead>()
  #unanswered = 0
  #isAnswering: boolean

  /** @param isAnswering True if an earlier worker had answers. */
  constructor(isAnswering: boolean) {
    this.#isAnswering = isAnswering
  }

  /** True if any answer ever came: then an unanswered request is a separate fault. */
  get isAnswering(): boolean {
    return this.#isAnswering
  }

  /** True if so many requests in a row were unanswered that the server may be gone. */
  get isDoubtful(): boolean {
    return this.#unanswered >= PATIENCE
  }

  /** The last answered reads, by operationId; the newest last. */
  get reads(): ReadonlyMap<string, AnsweredRead> {
    return this.#reads
  }

  /** Why an operation gets no more requests; `undefined` if it does. */
  whySilent(operationId: string): Reason | undefined {
    return this.#silence.reason(operationId)
  }

  noteAnswer(operationId: string): void {
    this.noteLife()
    this.#isAnswering = true
    this.#silence.noteAnswer(operationId)
  }

  /** The server answered a request that tested its availability. */
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

  /** True if a server that has not answered yet may only be starting: a read is sent again. */
  isPerhapsBusy(error: unknown): boolean {
    const isLate = isTimeOut(error) && !(error instanceof Unending)
    const isBusy = isLate && !this.#isAnswering && this.#unanswered + 1 < PATIENCE
    if (isBusy) this.#unanswered++
    return isBusy
  }

  /** Notes a request without a complete answer. */
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
