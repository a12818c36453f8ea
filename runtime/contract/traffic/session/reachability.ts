import type { RequestPlan, WireRequest } from '../../data/exchange/request.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { isTimeOut, Unending } from '../transport/failure.ts'
import { Silence } from './silence.ts'

export interface AnsweredRead {
  readonly wire: WireRequest
  readonly plan: RequestPlan
}

/** Reads that are remembered. */
const MOST_ANSWERED = 6
/**
 * After that many requests in a row without an answer, the server is gone, unless it answers what it answered
 * before.
 */
const PATIENCE = 3

/** Knowledge of a run about whether its server is there, by what it answered and what it did not. */
export class Reachability {
  readonly #silence = new Silence()
  /** The last reads that were answered, each of another operation, by its operationId; the newest last. */
  readonly #reads = new Map<string, AnsweredRead>()
  #unanswered = 0
  #isAnswering: boolean

  /** @param isAnswering True if an earlier worker had answers. */
  constructor(isAnswering: boolean) {
    this.#isAnswering = isAnswering
  }

  /** True if anything ever came back: a request that then gets no answer is a fault of its own. */
  get isAnswering(): boolean {
    return this.#isAnswering
  }

  /** True if so many requests in a row got no answer that the server may be gone. */
  get isDoubtful(): boolean {
    return this.#unanswered >= PATIENCE
  }

  /** The last reads that were answered, by operationId; the newest last. */
  get reads(): ReadonlyMap<string, AnsweredRead> {
    return this.#reads
  }

  /** Reason why nothing more is sent to an operation; `undefined` if something is. */
  whySilent(operationId: string): Reason | undefined {
    return this.#silence.reason(operationId)
  }

  noteAnswer(operationId: string): void {
    this.noteLife()
    this.#isAnswering = true
    this.#silence.noteAnswer(operationId)
  }

  /** The server answered a request that was sent to see if it is there. */
  noteLife(): void {
    this.#unanswered = 0
  }

  /** Remembers a read that was answered. */
  noteRead(read: AnsweredRead): void {
    const { operationId } = read.plan.operation
    this.#reads.delete(operationId)
    this.#reads.set(operationId, read)
    const [oldest] = this.#reads.keys()
    if (this.#reads.size > MOST_ANSWERED && oldest !== undefined) this.#reads.delete(oldest)
  }

  /** A server that has not answered yet may only be slow to wake: a read is sent again. */
  isPerhapsBusy(error: unknown): boolean {
    const isLate = isTimeOut(error) && !(error instanceof Unending)
    const isBusy = isLate && !this.#isAnswering && this.#unanswered + 1 < PATIENCE
    if (isBusy) this.#unanswered++
    return isBusy
  }

  /** Takes note of a request that got no whole answer. */
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
